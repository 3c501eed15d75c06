'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { keepPage } from './keep-page';
import { installPageTransport } from './page-transport';
import { reachability } from './reachability';
import { useReachability } from './use-reachability';

export type ConnectionTexts = {
  offline: string;
  unreachable: string;
  kept: string;
  tryAgain: string;
  trying: string;
};

/**
 * Keeps the page on screen while the desk is unreachable, and says so. It overlays the bottom edge, so
 * nothing on the page moves.
 */
export function ConnectionNotice({ texts }: { texts: ConnectionTexts }) {
  const reach = useReachability();
  const [isTrying, setIsTrying] = useState(false);
  // Counts blocked navigations: each one announces the same text again.
  const [refusals, setRefusals] = useState(0);

  useEffect(() => installPageTransport(), []);
  useEffect(() => keepPage(() => setRefusals((count) => count + 1)), []);
  useEffect(() => {
    const check = () => void reachability.check();
    const events = ['online', 'offline'] as const;
    for (const event of events) window.addEventListener(event, check);
    return () => {
      for (const event of events) window.removeEventListener(event, check);
    };
  }, []);

  if (reach === 'reachable') return null;
  const tryAgain = async () => {
    setIsTrying(true);
    await reachability.check();
    setIsTrying(false);
  };
  return (
    <div
      data-at-bottom
      className="tone-warn fixed inset-x-0 bottom-0 z-10 border-t border-line-strong bg-tone-soft shadow-raised print:hidden"
    >
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm text-ink sm:px-6">
        <div key={refusals} role="alert" className="flex min-w-0 flex-1 basis-60 gap-2.5">
          <Icon name="warn" className="mt-0.5 size-4 text-tone" />
          <p>
            <strong className="font-semibold text-tone">{texts[reach]}</strong> {texts.kept}
          </p>
        </div>
        <Button size="small" onClick={tryAgain} aria-disabled={isTrying}>
          {isTrying ? texts.trying : texts.tryAgain}
        </Button>
      </div>
    </div>
  );
}
