import 'server-only';
import { isOwnHost } from './own-host';

/** What a request says about where it comes from; null where a header is absent. */
export type Sender = { method: string; site: string | null; origin: string | null };

/** They change nothing here, whoever sends them. */
const HARMLESS = new Set(['GET', 'HEAD']);

/** What a browser says of a request that a page of this origin, or the person themselves, made. */
const OURS = new Set(['same-origin', 'none']);

/**
 * True if the request may change something and was not made by a page of this desk: another site may have sent
 * it with this person's cookies. `Sec-Fetch-Site` decides where it is there, for no page can set it; what is so
 * old that it does not send it must name exactly our origin. No browser sends the two of different pages.
 *
 * @param appUrl the desk's one public address. `localhost` and `127.0.0.1` are two origins, as for a browser
 */
export function isForeignChange({ method, site, origin }: Sender, appUrl: string): boolean {
  if (HARMLESS.has(method)) return false;
  if (site === null) return origin !== new URL(appUrl).origin;
  return isForeignSite(site) || (origin !== null && !isOwnOrigin(origin, appUrl));
}

/** By any of this desk's names, as the browser writes it. `null`: a page that hides its origin from everybody. */
function isOwnOrigin(origin: string, appUrl: string): boolean {
  if (origin === 'null') return true;
  const { protocol } = new URL(appUrl);
  return origin.startsWith(`${protocol}//`) && isOwnHost(origin.slice(protocol.length + 2), appUrl);
}

/** True if a browser says that a page of somebody else's sent this. One that says nothing is not foreign by that. */
export function isForeignSite(site: string | null): boolean {
  return site !== null && !OURS.has(site);
}
