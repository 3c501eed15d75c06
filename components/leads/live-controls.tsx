'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReachability } from '@/components/shell/reachability';
import { STALE_MS } from '@/components/shell/schedule';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { Popover } from '@/components/ui/popover';
import { agoText } from '@/lib/core/ago';
import type { LiveState } from './use-live';

const TICK_MS = 5_000;

/** Ready strings; the browser fills in `{ago}`, because it changes. */
export type LiveTexts = {
  group: string;
  /** "Live" */
  live: string;
  /** "Updated 14:03:22" */
  updated: string;
  /** "Confirmed by the service {ago}" */
  confirmed: string;
  paused: string;
  /** "Live updates are paused while you’re away." */
  resting: string;
  /** "You’re offline. Last updated 14:03:22." */
  offline: string;
  /** "No connection. Last updated 14:03:22." */
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
  /** The portal does not respond: the page is read again, but shows nothing new. */
  isPortalDown: boolean;
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

/** A dot that says that the page is live, or in words why not; the details and the button that pauses it are behind it. */
export function LiveControls({ freshness, live }: { freshness: Freshness; live: LiveState }) {
  const { readAt, locale, confirmed, texts } = freshness;
  const { paused, toggle } = live;
  const { seconds, isOverdue } = useAge(readAt, live.since);
  const standing = useStanding(freshness, { live, seconds, isOverdue });
  return (
    <Popover
      id="live-details"
      className="-mx-2 inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-control px-2 text-left text-sm text-muted transition-colors hover:bg-hover hover:text-ink"
      button={
        standing ?? (
          <>
            <span className="tone-good inline-flex items-center gap-1.5 [@media(scripting:none)]:hidden">
              <span className="size-2 rounded-full bg-tone forced-colors:bg-[CanvasText]" />
              {texts.live}
            </span>
            <span className="hidden [@media(scripting:none)]:inline">{texts.updated}</span>
          </>
        )
      }
    >
      <p className="font-semibold">{texts.group}</p>
      <p className="pt-1 text-sm text-muted">{texts.updated}</p>
      {confirmed && (
        <p className="text-sm text-muted">
          {seconds === 0
            ? confirmed.text
            : texts.confirmed.replace('{ago}', agoText(locale, confirmed.seconds + seconds))}
        </p>
      )}
      <Button onClick={toggle} size="small" className="mt-3 [@media(scripting:none)]:hidden">
        <Icon name={paused ? 'play' : 'pause'} className="size-3.5" />
        {paused ? texts.resume : texts.pause}
      </Button>
    </Popover>
  );
}

/** In words, how the page stands if it is not live. */
function useStanding(
  { locale, texts, isPortalDown }: Freshness,
  { live, seconds, isOverdue }: { live: LiveState; seconds: number; isOverdue: boolean },
): ReactNode {
  const reach = useReachability();
  if (reach !== 'reachable') return <strong className="font-semibold text-ink">{texts[reach]}</strong>;
  if (live.paused) return <strong className="font-semibold text-ink">{texts.paused}</strong>;
  if (live.resting) return <strong className="font-semibold text-ink">{texts.resting}</strong>;
  if (!isOverdue) return isPortalDown ? texts.updated : undefined;
  return (
    <strong className="font-semibold text-danger">
      {texts.stale.replace('{ago}', agoText(locale, seconds))}
    </strong>
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
