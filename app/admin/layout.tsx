import type { ReactNode } from 'react';
import { titlesWithCount } from '@/app/attention';
import { Frame } from '@/app/frame';
import { AdminNav } from '@/components/admin/admin-nav';
import { getSignedIn } from '@/lib/auth/viewer';

export { titlesWithCount as generateMetadata };

/** Only admins see the navigation; each page checks access itself. */
export default async function Layout({ children }: { children: ReactNode }) {
  const person = await getSignedIn();
  return (
    <Frame>
      {person?.isAdmin ? (
        <div className="grid grid-cols-1 lg:grid-cols-[--spacing(40)_minmax(0,1fr)] lg:gap-10">
          <AdminNav />
          <div className="min-w-0">{children}</div>
        </div>
      ) : (
        children
      )}
    </Frame>
  );
}
