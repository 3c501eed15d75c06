'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';

export type KeptProps = {
  /**
   * The person the page is rendered for; '' if nothing may be kept, as for one without an organization or after signing
   * out; undefined if nobody is signed in.
   */
  owner: string | undefined;
};

const Kept = lazy(() => import('./kept'));

const neverChanges = () => () => undefined;
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

/**
 * Loads what keeps leads on this device, where its person allowed it. Cookies may be deleted alone, or expire: the worker
 * is still there then, and what it keeps is sent, or deleted for another person.
 */
export function KeptLoader({ isAllowed, ...props }: KeptProps & { isAllowed: boolean }) {
  const isLeft = useSyncExternalStore(neverChanges, hasWorker, () => false);
  if (!isAllowed && !isLeft) return null;
  return (
    <Suspense>
      <Kept {...props} />
    </Suspense>
  );
}
