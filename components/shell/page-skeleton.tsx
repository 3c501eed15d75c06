'use client';

import { useSyncExternalStore } from 'react';
import { getPendingPath, subscribeToPendingPage } from '@/components/ui/pending-page';
import { useReachability } from './reachability';

/**
 * Over the page while another one is on its way, if that takes longer than 300 ms. It covers the page and moves
 * nothing. Not Next's `loading.tsx`: its pages reach a browser without scripts as skeletons for good, and are
 * answered before it is known whether they exist and may be seen.
 */
export function PageSkeleton({ text }: { text: string }) {
  const path = useSyncExternalStore(subscribeToPendingPage, getPendingPath, () => undefined);
  // Without a connection nothing is on its way, and the page stays readable.
  const isShown = useReachability() === 'reachable' && path !== undefined;
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {isShown && text}
      </p>
      {isShown && (
        <div
          data-skeleton
          aria-hidden="true"
          className="appear-late absolute inset-0 z-2 bg-page print:hidden"
        >
          <div className="sticky top-0 mx-auto max-w-list px-4 py-5 sm:px-6 sm:py-8 lg:px-8">
            <Shape path={path} />
          </div>
        </div>
      )}
    </>
  );
}

const BAR = 'rounded-small bg-hover';
const BOX = 'rounded-card border border-line bg-surface p-5';

/** Roughly what comes: a form, one thing, or a list. */
function Shape({ path }: { path: string }) {
  if (path.endsWith('/edit') || path.startsWith('/leads/new')) {
    return (
      <div className="max-w-form space-y-5">
        <div className={`${BAR} h-8 w-48`} />
        {[4, 3].map((count) => (
          <div key={count} className={`${BOX} space-y-5`}>
            {lines(count).map((line) => (
              <div key={line} className="space-y-2">
                <div className={`${BAR} h-4 w-32`} />
                <div className={`${BAR} h-10`} />
              </div>
            ))}
          </div>
        ))}
      </div>
    );
  }
  const isOne = /^\/(leads|submissions)\/./.test(path);
  return (
    <div className={`space-y-5 ${isOne ? 'max-w-detail' : ''}`}>
      <div className={`${BAR} h-8 w-64 max-w-full`} />
      <div className={`${BOX} h-20`} />
      <div className={`${BOX} space-y-4`}>
        {lines(isOne ? 6 : 10).map((line) => (
          <div key={line} className={`${BAR} h-6`} />
        ))}
      </div>
    </div>
  );
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => index);
