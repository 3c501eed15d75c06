'use client';

import { useEffect, useState } from 'react';
import { Icon } from '@/components/ui/icons';
import { inOwnTask } from './in-own-task';

/** The bell as the desk last counted it, in the reader's language. */
export type BellView = {
  /** Its name, with the number of unread notices. */
  label: string;
  /** The number beside it; empty if there are none. */
  mark: string;
  /** Where the stream of this count begins (`lib/live/position.ts`). */
  position: string;
};

/** Leads to what happened while the person was away. It is live on every page once its code has loaded. */
export function Bell({ rendered, address }: { rendered: BellView; address: string }) {
  const [seen, setSeen] = useState({ rendered, bell: rendered });
  if (rendered !== seen.rendered) setSeen({ rendered, bell: rendered });
  const { position } = rendered;

  useEffect(() => {
    const gone = new AbortController();
    const shown = (bell: BellView) => setSeen((before) => ({ ...before, bell }));
    const load = () =>
      import('./follow-bell').then(
        ({ followBell }) => followBell({ address, position, shown, signal: gone.signal }),
        // Offline, or a new deployment has removed the file: the next page has the number.
        () => undefined,
      );
    inOwnTask(load, gone.signal);
    return () => gone.abort();
  }, [address, position]);

  const { label, mark } = seen.bell;
  return (
    <a
      href="/notifications"
      className="relative grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink"
    >
      <Icon name="bell" className="size-5" />
      <span className="sr-only">{label}</span>
      {mark && (
        <span
          aria-hidden="true"
          className="absolute top-1 left-1/2 min-w-4.5 rounded-full bg-accent-solid px-1 text-center whitespace-nowrap text-xs leading-4.5 font-semibold text-on-accent"
        >
          {mark}
        </span>
      )}
    </a>
  );
}
