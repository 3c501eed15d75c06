import 'server-only';
import { isLoopback } from '@/lib/core/env';

/** The names of this machine that no external resolver can redirect. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * True if a request was sent to this desk's own address, by its `Host` header. Another site can point its own
 * name at this desk (DNS rebinding); to the browser the two are then one origin, and only this header
 * distinguishes them. Only `Host` counts: a client can set `X-Forwarded-Host` to anything.
 *
 * @param appUrl the desk's one public address. On localhost all its names with the same port are the desk's
 */
export function isOwnHost(host: string | null, appUrl: string): boolean {
  if (host === null) return false;
  const { protocol, hostname, port } = new URL(appUrl);
  const names = isLoopback(appUrl) ? LOOPBACK_NAMES : [hostname];
  const ports = port === '' ? ['', `:${DEFAULT_PORTS[protocol]}`] : [`:${port}`];
  const named = host.toLowerCase();
  return names.some((name) => ports.some((end) => named === `${name}${end}`));
}

/** The request's headers about its source; null if absent. */
export type Sender = { method: string; site: string | null; origin: string | null };

/** Methods that change nothing here, from any sender. */
const HARMLESS = new Set(['GET', 'HEAD']);

/** The values for requests by a page of this origin, or by the person directly. */
const OURS = new Set(['same-origin', 'none']);

/**
 * True if the request may change something and was not made by a page of this desk: another site may have
 * sent it with this person's cookies. `Sec-Fetch-Site` decides if present, because no page can set it; older
 * browsers must send exactly our origin. No browser sends contradicting values.
 *
 * @param appUrl the desk's one public address. `localhost` and `127.0.0.1` are two origins, as for a browser
 */
export function isForeignChange({ method, site, origin }: Sender, appUrl: string): boolean {
  if (HARMLESS.has(method)) return false;
  if (site === null) return origin !== new URL(appUrl).origin;
  return isForeignSite(site) || (origin !== null && !isOwnOrigin(origin, appUrl));
}

/** By any of this desk's names, as the browser writes it. `null`: a page that hides its origin. */
function isOwnOrigin(origin: string, appUrl: string): boolean {
  if (origin === 'null') return true;
  const { protocol } = new URL(appUrl);
  return origin.startsWith(`${protocol}//`) && isOwnHost(origin.slice(protocol.length + 2), appUrl);
}

/** True if a browser says that another site's page sent this. An absent header does not count as foreign. */
export function isForeignSite(site: string | null): boolean {
  return site !== null && !OURS.has(site);
}
