import { DRAWN_OFFLINE } from '@/components/offline/headers';
import { type Reachability, reachability } from './reachability';

type Fetch = typeof fetch;

/** The timeout of one attempt to get a complete page. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** Responses of a proxy, or of a desk that is temporarily unavailable: a retry may help. */
const TRY_LATER = new Set([408, 429]);
const GATEWAY = new Set([502, 503, 504]);
/**
 * The content type the router accepts as a page; it leaves the page for anything else
 * (`RSC_CONTENT_TYPE_HEADER`).
 */
const PAGE_TYPE = 'text/x-component';

/**
 * When a page request fails or gets an error response, Next's router falls back to a full browser navigation,
 * which offline ends at the browser's error page (`fetchServerResponse`: "If fetch fails handle it like a mpa
 * navigation"). Next has no option to prevent that, so its requests are intercepted here: they are retried as
 * soon as the desk is reachable again, and the page stays as it is until then. Reading a page changes nothing, so
 * retries are safe; writes are passed on once, and a lost connection is noted.
 *
 * @param send the browser's `fetch`
 */
export function holdPageRequests(send: Fetch, reach: Reachability): Fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (headers.has('next-action')) return recordOutcome(() => send(input, init), reach);
    if (!headers.has('rsc') || (init?.method ?? 'GET') !== 'GET') return send(input, init);
    for (let attempts = 1; ; attempts += 1) {
      const response = await readPage(() =>
        send(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) }),
      );
      if (response) {
        reach.answered();
        return response;
      }
      init?.signal?.throwIfAborted();
      reach.lost(attempts);
      await reach.regained();
    }
  };
}

/**
 * The whole page, or undefined: a truncated response would make the router leave too. So would a gateway's or
 * hotspot's response in the desk's place, with any status. The desk itself always answers these requests with
 * pages, including "not found", a sign-in redirect, or a newer build; the router then leaves for the desk's
 * own response.
 */
async function readPage(send: () => Promise<Response>): Promise<Response | undefined> {
  try {
    const response = await send();
    // On a device that keeps leads: the router leaves, and the offline page opens.
    if (response.headers.has(DRAWN_OFFLINE)) return response;
    if (response.status >= 500 || TRY_LATER.has(response.status)) return undefined;
    if (!response.headers.get('content-type')?.startsWith(PAGE_TYPE)) return undefined;
    const { status, statusText, headers, url, redirected } = response;
    const whole = new Response(await response.arrayBuffer(), { status, statusText, headers });
    // The constructor cannot set them, and the router needs them for redirects.
    return Object.defineProperties(whole, { url: { value: url }, redirected: { value: redirected } });
  } catch {
    return undefined;
  }
}

async function recordOutcome(send: () => Promise<Response>, reach: Reachability): Promise<Response> {
  try {
    const response = await send();
    if (GATEWAY.has(response.status)) reach.lost();
    return response;
  } catch (error) {
    reach.lost();
    throw error;
  }
}

/** Installs `holdPageRequests` between the router and the network. Returns the function that removes it. */
export function installPageTransport(): () => void {
  const { fetch: before } = window;
  const guarded = holdPageRequests((input, init) => before(input, init), reachability);
  window.fetch = guarded;
  return () => {
    if (window.fetch === guarded) window.fetch = before;
  };
}
