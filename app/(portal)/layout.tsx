import type { ReactNode } from 'react';
import { titlesWithCount } from '@/app/attention';
import { Frame } from '@/app/frame';

export { titlesWithCount as generateMetadata };

export default function Layout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>;
}
