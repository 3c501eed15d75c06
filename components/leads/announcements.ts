import { isolate } from '@/lib/core/isolate';

/** Texts of announcements; `{name}`, `{status}` and `{count}` are filled in here. */
export type AnnouncementTexts = { changed: string; many: string };

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
  texts: AnnouncementTexts,
): string {
  if (news.size > MAX_NAMED) return texts.many.replace('{count}', String(news.size));
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
