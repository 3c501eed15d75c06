import { useEffect, useRef, useState } from 'react';
import { isolate } from '@/lib/core/isolate';
import { type PluralTexts, pluralText } from '@/lib/core/language';
import type { RowView } from '@/lib/leads/row';
import type { Shown } from './reconcile';

/** Texts of announcements; `{name}`, `{status}` and `{count}` are filled in here. */
export type AnnouncementTexts = { changed: string; many: PluralTexts };

/**
 * The maximum number of listed changes; more are only counted, or listening would take longer than reading.
 */
const MAX_NAMED = 3;

/** The minimum interval between live announcements (requirement D6). */
export const QUIET_MS = 10_000;

/**
 * One or a few sentences for the changes since the last announcement; '' if there are none. The latest status
 * per row wins, so a row that changed twice is announced once.
 */
export function toAnnouncement(
  news: ReadonlyMap<string, { name: string; status: string }>,
  { texts, locale }: { texts: AnnouncementTexts; locale: string },
): string {
  if (news.size > MAX_NAMED) return pluralText(locale, texts.many, news.size);
  return [...news.values()]
    .map(({ name, status }) =>
      texts.changed.replace(/\{(name|status)\}/g, (_, word) => isolate(word === 'name' ? name : status)),
    )
    .join(' ');
}

/** The delay of an announcement, in milliseconds, if the last one was at `last`. */
export function announcementDelay({ last, now }: { last: number; now: number }): number {
  return Math.max(0, last + QUIET_MS - now);
}

/**
 * The text of the page's status element: the list's summary immediately when the person navigates, and
 * automatic changes in batches, at least ten seconds apart.
 */
export function useAnnouncements({
  shown,
  address,
  summary,
  texts,
  waitingText,
  locale,
}: {
  shown: Shown<RowView>;
  address: string;
  summary: string;
  texts: AnnouncementTexts;
  /** "3 updates – show", or '' if nothing waits. */
  waitingText: string;
  locale: string;
}): { summary: string; news: string } {
  const [announced, setAnnounced] = useState({ address, summary, news: '' });
  const latest = useRef({ summary, texts, waitingText, locale });
  const pending = useRef(new Map<string, { name: string; status: string }>());
  const statuses = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(Number.NEGATIVE_INFINITY);

  if (announced.address !== address) setAnnounced({ address, summary, news: '' });
  useEffect(() => {
    latest.current = { summary, texts, waitingText, locale };
  });

  useEffect(() => {
    const changed = new Set(shown.changed);
    for (const { key, name, status } of shown.rows) {
      if (changed.has(key) && statuses.current.get(key) !== status.label) {
        pending.current.set(key, { name, status: status.label });
      }
    }
    const before = statuses.current;
    statuses.current = new Map(shown.rows.map(({ key, status }) => [key, status.label]));
    const hasLost = [...before.keys()].some((key) => !statuses.current.has(key));
    // A row that left is in the summary's number.
    const hasNews = pending.current.size > 0 || shown.waiting > 0 || hasLost;
    if (!hasNews || timer.current) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        const { summary, waitingText, ...labels } = latest.current;
        const news = [toAnnouncement(pending.current, labels), waitingText].filter(Boolean).join(' ');
        pending.current.clear();
        setAnnounced((announced) => ({ ...announced, summary, news }));
      },
      announcementDelay({ last: last.current, now: Date.now() }),
    );
  }, [shown]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return announced;
}
