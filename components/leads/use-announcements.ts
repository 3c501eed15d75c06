import { useEffect, useRef, useState } from 'react';
import { type AnnouncementTexts, announcementDelay, toAnnouncement } from './announcements';
import type { Shown } from './reconcile';
import type { RowView } from './row';

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
}: {
  shown: Shown<RowView>;
  address: string;
  summary: string;
  texts: AnnouncementTexts;
  /** "3 updates – show", or '' if nothing waits. */
  waitingText: string;
}): { summary: string; news: string } {
  const [said, setSaid] = useState({ address, summary, news: '' });
  const latest = useRef({ summary, texts, waitingText });
  const pending = useRef(new Map<string, { name: string; status: string }>());
  const statuses = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(Number.NEGATIVE_INFINITY);

  if (said.address !== address) setSaid({ address, summary, news: '' });
  useEffect(() => {
    latest.current = { summary, texts, waitingText };
  });

  useEffect(() => {
    const changed = new Set(shown.changed);
    for (const { key, name, status } of shown.rows) {
      if (changed.has(key) && statuses.current.get(key) !== status.label) {
        pending.current.set(key, { name, status: status.label });
      }
    }
    statuses.current = new Map(shown.rows.map(({ key, status }) => [key, status.label]));
    if ((pending.current.size === 0 && shown.waiting === 0) || timer.current) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        const { summary, texts, waitingText } = latest.current;
        const news = [toAnnouncement(pending.current, texts), waitingText].filter(Boolean).join(' ');
        pending.current.clear();
        setSaid((said) => ({ ...said, summary, news }));
      },
      announcementDelay({ last: last.current, now: Date.now() }),
    );
  }, [shown]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return said;
}
