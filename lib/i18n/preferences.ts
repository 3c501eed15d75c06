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

/** The time zone that the person's browser reported; undefined if it has not. */
export async function findTimeZone(): Promise<string | undefined> {
  // Next has decoded it already.
  return knownTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value);
}

/** The zone, if it is one that this server can calculate with. */
export function knownTimeZone(zone: FormDataEntryValue | null | undefined): string | undefined {
  if (typeof zone !== 'string' || zone === '' || zone.length >= 64) return undefined;
  return isTimeZone(zone) ? zone : undefined;
}
