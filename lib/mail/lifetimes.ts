import { getOwn } from '@/lib/core/own';

const DAY_MS = 24 * 3_600_000;

/** Longer than an overnight outage of a mail server; an older email would only confuse its recipient. */
const TRIED_FOR_MS = DAY_MS;
/** Kinds that say when something happened, or link to it: they are as good after a weekend. */
const TRIED_LONGER_MS: Readonly<Record<string, number>> = { notices: 3 * DAY_MS };

/** For how long an email of a kind is tried again, in milliseconds since it was queued. */
export function triedForMs(kind: string): number {
  return getOwn(TRIED_LONGER_MS, kind) ?? TRIED_FOR_MS;
}

/**
 * Emails that are older are no longer tried, and are removed. It is also the age from which on notices are in the app
 * only: one of yesterday may wait in an email as long as that is tried, and for the next one if that is taken back.
 */
export const MAILS_RETAINED_MS = Math.max(TRIED_FOR_MS, ...Object.values(TRIED_LONGER_MS)) + DAY_MS;
