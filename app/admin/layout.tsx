import type { ReactNode } from 'react';
import { Frame } from '@/app/frame';
import { AdminNav } from '@/components/admin/admin-nav';
import { getSignedIn } from '@/lib/auth/viewer';

/** Whom these pages do not exist for sees no way to them either; each page checks for itself. */
export default async function Layout({ children }: { children: ReactNode }) {
  const person = await getSignedIn();
  return (
    <Frame>
      {person?.isAdmin && <AdminNav />}
      {children}
    </Frame>
  );
}
