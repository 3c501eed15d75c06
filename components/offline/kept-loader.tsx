'use client';

import { lazy, Suspense } from 'react';

export type KeptProps = {
  /** The person the page is rendered for; '' for one without an organization, undefined if nobody is signed in. */
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
