import type { ReactNode } from 'react';
import { titlesWithCount } from '@/app/attention';
import { Frame } from '@/app/frame';
import { NotFoundPage } from '@/app/not-found-page';
import { AdminNav } from '@/components/admin/admin-nav';
import { WriteAccess } from '@/components/shell/write-access';
import { getSignedIn, getView } from '@/lib/auth/viewer';

export { titlesWithCount as generateMetadata };

/**
 * Only admins see the navigation. Each page checks access itself: it redirects people who are not signed in, and
 * calls Next's `notFound()` for others. Those see "not found" from here, because what Next makes of that call is
 * empty in a browser without scripts.
 */
export default async function Layout({ children }: { children: ReactNode }) {
  const person = await getSignedIn();
  return <Frame isAdmins>{person ? await contentFor(person, children) : children}</Frame>;
}

/** Beside the list of pages a window below 1,280 px would leave tables too little width: there they are tabs. */
async function contentFor({ isAdmin }: { isAdmin: boolean }, children: ReactNode) {
  if (!isAdmin) return <NotFoundPage />;
  // Who sees the desk as somebody else changes nothing here either.
  const isOff = (await getView()) !== undefined;
  return (
    <div className="grid grid-cols-1 xl:grid-cols-[--spacing(40)_minmax(0,1fr)] xl:gap-10">
      <AdminNav />
      <div className="min-w-0">
        <WriteAccess isOff={isOff}>{children}</WriteAccess>
      </div>
    </div>
  );
}
