import 'server-only';
import { cookies } from 'next/headers';
import { isSecure } from './cookies';

/** The cookie of a device that keeps leads (components/offline): set by a script, on the person's word. */
const COOKIE = 'caches-leads';
const YEAR_SECONDS = 31_536_000;

/** Whether leads are cached on this device; `ended`: its person signed out, and the next page deletes them. */
export async function readCachesLeads(): Promise<'yes' | 'ended' | undefined> {
  const value = (await cookies()).get(COOKIE)?.value;
  if (!value) return undefined;
  return value === 'yes' ? 'yes' : 'ended';
}

/** The person signs out on this device: whatever its scripts have done by then, the next page deletes what is kept. */
export async function endCachingLeads(): Promise<void> {
  const jar = await cookies();
  if (!jar.has(COOKIE)) return;
  jar.set(COOKIE, 'ended', { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', secure: isSecure() });
}
