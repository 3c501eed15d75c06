'use client';

import { useEffect, useRef, useState } from 'react';
import { useReachability } from '@/components/shell/reachability';
import { STALE_MS } from '@/components/shell/schedule';
import { Icon } from '@/components/ui/icons';
import { agoText } from '@/lib/core/ago';
import type { LiveState } from './use-live';

const TICK_MS = 5_000;

/** Ready strings; the browser fills in `{ago}`, because it changes. */
export type LiveTexts = {
  group: string;
  /** "Updated 14:03:22" */
  updated: string;
  /** "Confirmed by the service {ago}" */
  confirmed: string;
  paused: string;
  /** "Live updates are paused while you’re away." */
  resting: string;
  /** "Offline. As of 14:03:22." */
  offline: string;
  /** "No connection. As of 14:03:22." */
  unreachable: string;
  /** "Not updated since {ago}. Trying again." */
  stale: string;
  pause: string;
  resume: string;
};

/** How fresh the page is, as of its last read. */
export type Freshness = {
  /** When the page was read; also identifies the read. */
  readAt: string;
  /** Where the stream of this read begins (`lib/live/position.ts`). */
  position: string;
  /** The language of relative times. */
  locale: string;
  /**
   * When the service confirmed what is shown, as text at the time of the read, and how many seconds before
   * it; absent if never. The first render uses the text: the browser's formatting may differ from the
   * server's.
   */
  confirmed?: { text: string; seconds: number };
  texts: LiveTexts;
};

/** The age of the page as text, and the button that pauses it. */
export function LiveControls({ freshness, live }: { freshness: Freshness; live: LiveState }) {
  const { texts } = freshness;
  const { paused, toggle } = live;
  return (
    <div className="flex items-center gap-1 max-sm:flex-1 max-sm:justify-between">
      <p className="text-sm text-muted">
        <Age freshness={freshness} live={live} />
      </p>
      <button
        type="button"
        onClick={toggle}
        className="inline-flex min-h-8 items-center gap-1 rounded-control px-2 text-sm text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        <Icon name={paused ? 'play' : 'pause'} className="size-3.5" />
        {paused ? texts.resume : texts.pause}
      </button>
    </div>
  );
}

function Age({ freshness, live }: { freshness: Freshness; live: LiveState }) {
  const { readAt, locale, confirmed, texts } = freshness;
  const reach = useReachability();
  const { seconds, isOverdue } = useAge(readAt, live.since);
  const isIdle = live.paused || live.resting;
  if (reach !== 'reachable') return <strong className="font-semibold text-ink">{texts[reach]}</strong>;
  if (isOverdue && !isIdle) {
    return (
      <strong className="font-semibold text-danger">
        {texts.stale.replace('{ago}', agoText(locale, seconds))}
      </strong>
    );
  }
  return (
    <>
      {isIdle && (
        <strong className="font-semibold text-ink">{live.paused ? texts.paused : texts.resting} </strong>
      )}
      <span className="whitespace-nowrap">{texts.updated}</span>
      {confirmed && (
        <span className="max-lg:hidden">
          <span aria-hidden="true">{' · '}</span>
          {seconds === 0
            ? confirmed.text
            : texts.confirmed.replace('{ago}', agoText(locale, confirmed.seconds + seconds))}
        </span>
      )}
    </>
  );
}

type Age = { readAt: string; since: number; seconds: number; isOverdue: boolean };

/**
 * Seconds since this read arrived, by the browser's own clock, which may differ from the server's. A page is
 * overdue if its requests have failed for long; `since` is when the first one began.
 */
function useAge(readAt: string, since: number): Pick<Age, 'seconds' | 'isOverdue'> {
  const [age, setAge] = useState<Age>({ readAt, since, seconds: 0, isOverdue: false });
  const arrival = useRef({ readAt: '', at: 0 });
  useEffect(() => {
    if (arrival.current.readAt !== readAt) arrival.current = { readAt, at: Date.now() };
    const { at } = arrival.current;
    const updateAge = () => {
      const now = Date.now();
      const isOverdue = now - Math.max(at, since) > STALE_MS;
      setAge({ readAt, since, seconds: Math.round((now - at) / 1000), isOverdue });
    };
    const tick = setInterval(updateAge, TICK_MS);
    return () => clearInterval(tick);
  }, [readAt, since]);
  return {
    seconds: age.readAt === readAt ? age.seconds : 0,
    isOverdue: age.readAt === readAt && age.since === since && age.isOverdue,
  };
}
