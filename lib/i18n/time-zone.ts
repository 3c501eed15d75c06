import 'server-only';
import { cookies } from 'next/headers';

/** The cookie in which the browser tells its IANA time zone; the first page of a visit does without. */
const TIME_ZONE_COOKIE = 'tz';

/** True if `zone` is a time zone this server can calculate with. */
function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The person's time zone, as their browser told it; UTC until it did. */
export async function getTimeZone(): Promise<string> {
  const sent = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  const zone = sent ? decodeURIComponent(sent) : '';
  return zone && zone.length < 64 && isTimeZone(zone) ? zone : 'UTC';
}
