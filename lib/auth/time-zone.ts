import 'server-only';
import { getLocale } from 'next-intl/server';
import { cache } from 'react';
import { isLocale } from '@/lib/i18n/locales';
import { findTimeZone, knownTimeZone } from '@/lib/i18n/preferences';
import { getSignedIn } from './viewer';

/** The time zone of all times of this request: the one the person chose, else their browser's; UTC before it is known. */
export const getTimeZone = cache(async (): Promise<string> => {
  return knownTimeZone(await findChosen()) ?? (await findTimeZone()) ?? 'UTC';
});

/** If the database does not answer, the page says so itself, in the time zone of the browser. */
async function findChosen(): Promise<string | null | undefined> {
  try {
    return (await getSignedIn())?.chosenTimeZone;
  } catch {
    return undefined;
  }
}

/**
 * The time zone in which a posted form showed its times: the person may have chosen another one since. Their current
 * one if the form names none.
 */
export async function getPostedTimeZone(data: FormData): Promise<string> {
  const zone = data.get('timeZone');
  return getTimeZoneOr(typeof zone === 'string' ? zone : undefined);
}

/** The language in which a posted form showed its numbers, as a tag; the person's current one if the form names none. */
export async function getPostedLocale(data: FormData): Promise<string> {
  return getLocaleOr(data.get('locale'));
}

/** The same for one that a script of ours posts. */
export async function getLocaleOr(locale: unknown): Promise<string> {
  return isLocale(locale) ? locale : await getLocale();
}

/** The same for a zone that a script of ours posts. */
export async function getTimeZoneOr(zone: string | undefined): Promise<string> {
  return knownTimeZone(zone) ?? (await getTimeZone());
}
