import type { ReactNode } from 'react';
import { Frame } from '@/app/frame';

export default function Layout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>;
}
