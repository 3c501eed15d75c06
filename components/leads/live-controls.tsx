'use client';

import { useEffect, useState } from 'react';
import { agoText } from '@/components/ui/ago';
import { Icon } from '@/components/ui/icons';
import { STALE_MS } from './schedule';

const TICK_MS = 5_000;

/** Ready strings; `{ago}` is filled in by the browser, because it ages. */
export type LiveTexts = {
  group: string;
  /** "Updated 14:03:22" */
  updated: string;
  /** "Confirmed by the service {ago}" */
  confirmed: string;
  paused: string;
  /** "Not updated since {ago}. Trying again." */
  stale: string;
  pause: string;
  resume: string;
};

/** How fresh the page is, as of its last reading. */
export type Freshness = {
  /** When the page was read; also tells one reading from the next. */
  readAt: string;
  /** For the language of relative times. */
  locale: string;
  /**
   * When the service confirmed what is shown, in words as of the reading, and how many seconds before it that
   * was; absent if it never did. The first drawing uses the words: the browser's may differ from the server's.
   */
  confirmed?: { text: string; seconds: number };
  texts: LiveTexts;
};

/** How old the page is, in words, and the button that keeps it from changing. */
export function LiveControls({
  freshness: { readAt, locale, confirmed, texts },
  paused,
  toggle,
}: {
  freshness: Freshness;
  paused: boolean;
  toggle: () => void;
}) {
  const age = useAge(readAt);
  const stale = age * 1000 > STALE_MS;
  return (
    <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
      <p className="text-sm text-muted">
        {stale && !paused ? (
          <strong className="font-semibold text-danger">
            {texts.stale.replace('{ago}', agoText(locale, age))}
          </strong>
        ) : (
          <>
            {paused && <strong className="font-semibold text-ink">{texts.paused} </strong>}
            <span className="whitespace-nowrap">{texts.updated}</span>
            {confirmed && (
              <span className="max-sm:block">
                <span aria-hidden="true" className="max-sm:hidden">
                  {' · '}
                </span>
                {age === 0
                  ? confirmed.text
                  : texts.confirmed.replace('{ago}', agoText(locale, confirmed.seconds + age))}
              </span>
            )}
          </>
        )}
      </p>
      <button
        type="button"
        onClick={toggle}
        className="inline-flex min-h-8 items-center gap-1 rounded-control border border-line-strong bg-surface px-2 text-sm hover:bg-sunken"
      >
        <Icon name={paused ? 'play' : 'pause'} className="size-3.5" />
        {paused ? texts.resume : texts.pause}
      </button>
    </div>
  );
}

/** Seconds since this reading arrived, by the browser's own clock: it may differ from the server's. */
function useAge(readAt: string): number {
  const [age, setAge] = useState({ readAt, seconds: 0 });
  useEffect(() => {
    const arrived = Date.now();
    const tick = setInterval(() => {
      setAge({ readAt, seconds: Math.round((Date.now() - arrived) / 1000) });
    }, TICK_MS);
    return () => clearInterval(tick);
  }, [readAt]);
  return age.readAt === readAt ? age.seconds : 0;
}
