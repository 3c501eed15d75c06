import 'server-only';
import { cookies } from 'next/headers';
import { THEMES, type Theme } from '@/lib/core/theme';
import { isTimeZone } from '@/lib/core/zone-time';

/** The cookie with the person's own choice between light and dark. */
export const THEME_COOKIE = 'theme';

/** The cookie with the language chosen in this browser; it also serves the sign-in page, and desks whose database is down. */
export const LANGUAGE_COOKIE = 'language';

/** True if `value` is a theme and not the system's own choice. */
export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** The theme this person chose; undefined leaves it to their system. */
export async function getTheme(): Promise<Theme | undefined> {
  const chosen = (await cookies()).get(THEME_COOKIE)?.value;
  return isTheme(chosen) ? chosen : undefined;
}

/** The cookie in which the browser tells its IANA time zone; the first page of a visit does without. */
const TIME_ZONE_COOKIE = 'tz';

/** The person's time zone, as their browser reported it; UTC before that. */
export async function getTimeZone(): Promise<string> {
  return (await findTimeZone()) ?? 'UTC';
}

/** The same; undefined if their browser has not reported one. */
export async function findTimeZone(): Promise<string | undefined> {
  // Next has decoded it already.
  return knownTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value);
}

/**
 * The time zone in which a posted form showed its times: that of the cookie may be another one by now. The
 * person's current one if the form names none.
 */
export async function getPostedTimeZone(data: FormData): Promise<string> {
  const zone = data.get('timeZone');
  return getTimeZoneOr(typeof zone === 'string' ? zone : undefined);
}

/** The same for a zone that a script of ours posts. */
export async function getTimeZoneOr(zone: string | undefined): Promise<string> {
  return knownTimeZone(zone) ?? (await getTimeZone());
}

function knownTimeZone(zone: FormDataEntryValue | null | undefined): string | undefined {
  if (typeof zone !== 'string' || zone === '' || zone.length >= 64) return undefined;
  return isTimeZone(zone) ? zone : undefined;
}
