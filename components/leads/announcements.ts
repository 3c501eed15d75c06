import { isolate } from '@/lib/core/isolate';

/** Words for announcements; `{name}`, `{status}` and `{count}` are filled in here. */
export type AnnouncementTexts = { changed: string; many: string };

/** Told apart up to here; more than that is only counted, or listening would take longer than reading. */
const MAX_NAMED = 3;

/** Not more often than this is anything live announced (requirement D6). */
export const QUIET_MS = 10_000;

/**
 * One sentence or a few for what changed since the last announcement; '' if nothing did. The latest status
 * per row wins, so a row that changed twice is told once.
 */
export function toAnnouncement(
  news: ReadonlyMap<string, { name: string; status: string }>,
  texts: AnnouncementTexts,
): string {
  if (news.size > MAX_NAMED) return texts.many.replace('{count}', String(news.size));
  return [...news.values()]
    .map(({ name, status }) =>
      texts.changed.replace(/\{(name|status)\}/g, (_, word) => isolate(word === 'name' ? name : status)),
    )
    .join(' ');
}

/** How long an announcement has to wait, in milliseconds, if the last one was at `last`. */
export function announcementDelay({ last, now }: { last: number; now: number }): number {
  return Math.max(0, last + QUIET_MS - now);
}
