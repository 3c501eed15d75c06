'use client';

import { lazy, Suspense } from 'react';

export type KeptProps = {
  /**
   * The person the page is rendered for; '' if nothing may be kept, as for one without an organization or after signing
   * out; undefined if nobody is signed in.
   */
  owner: string | undefined;
};

const Kept = lazy(() => import('./kept'));

/** Loads what keeps leads on this device. Rendered only where its person allowed it. */
export function KeptLoader(props: KeptProps) {
  return (
    <Suspense>
      <Kept {...props} />
    </Suspense>
  );
}
