'use client';

import { useState, useSyncExternalStore } from 'react';
import { agoText } from '@/lib/core/ago';
import type { Moment } from '@/lib/core/formats';

const TICK_MS = 30_000;

/** The tick that all relative times of a page share; it runs only while there are any. */
const subscribers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(onTick: () => void): () => void {
  subscribers.add(onTick);
  timer ??= setInterval(() => {
    for (const tick of subscribers) tick();
  }, TICK_MS);
  return () => {
    subscribers.delete(onTick);
    if (subscribers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** While the page is hydrated there is no tick to count from. */
const NO_TICK = -1;

const readTick = () => Math.floor(performance.now() / TICK_MS);

/**
 * "2 h ago", kept up to date; the exact time is in the tooltip and what screen readers say. The first text is the
 * server's, because a browser may format it differently.
 *
 * @param href lets it be part of a row that is a link: the tooltip needs the pointer
 */
export function RelativeTime({ moment, href }: { moment: Moment; href?: string }) {
  const tick = useSyncExternalStore(subscribe, readTick, () => NO_TICK);
  const [first, setFirst] = useState({ moment, tick });
  const isSame = first.moment.iso === moment.iso && first.moment.age === moment.age;
  const isFirstTick = first.tick === NO_TICK && tick !== NO_TICK;
  if (!isSame || isFirstTick) setFirst({ moment, tick });
  const ticks = isSame && !isFirstTick ? tick - first.tick : 0;
  const text =
    ticks === 0 || moment.age === undefined
      ? moment.ago
      : agoText(document.documentElement.lang, moment.age + (ticks * TICK_MS) / 1000);
  return <ShortTime moment={moment} text={text ?? moment.text} href={href} />;
}

/** A time in a few letters, with the exact one in its tooltip and for screen readers. */
export function ShortTime({ moment, text, href }: { moment: Moment; text: string; href?: string }) {
  return (
    <time dateTime={moment.iso}>
      <span aria-hidden="true" title={moment.text} className="print:hidden">
        {href === undefined ? (
          text
        ) : (
          <a href={href} tabIndex={-1} data-soft="page" className="relative z-1">
            {text}
          </a>
        )}
      </span>
      <span className="sr-only print:not-sr-only">{moment.text}</span>
    </time>
  );
}
