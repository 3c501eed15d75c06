import { type Reachability, reachability } from './reachability';

type Fetch = typeof fetch;

/** A page that has not arrived completely after so long counts as lost. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** Answers in place of the desk, or of a desk that cannot answer now: asking again later may help. */
const TRY_LATER = new Set([408, 429]);
const GATEWAY = new Set([502, 503, 504]);
/** What the router itself takes for a page, and everything else for a reason to leave (`RSC_CONTENT_TYPE_HEADER`). */
const PAGE_TYPE = 'text/x-component';

/**
 * Next's router leaves the page for the browser's own navigation whenever the request for a page fails or is
 * answered with an error, and offline that ends at the browser's error page (`fetchServerResponse`: "If fetch fails
 * handle it like a mpa navigation"). Nothing in its interface prevents that, so its requests are held back here:
 * they are repeated once the desk can be reached again, and the page stays as it was until then. Reading a page
 * changes nothing, so repeating is safe; what changes something is passed on once, and a lost connection is noted.
 *
 * @param send the browser's `fetch`
 */
export function holdPageRequests(send: Fetch, reach: Reachability): Fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (headers.has('next-action')) return noteOutcome(() => send(input, init), reach);
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
 * The whole page, or nothing: one that breaks off in the middle would make the router leave, too. So would what a
 * gateway or a hotspot says in the desk's place, with whatever status. The desk itself answers these requests with
 * nothing but pages, also to say that there is none, to ask for a sign-in, or to tell of a newer build; the router
 * then leaves for the desk's own answer.
 */
async function readPage(send: () => Promise<Response>): Promise<Response | undefined> {
  try {
    const response = await send();
    if (response.status >= 500 || TRY_LATER.has(response.status)) return undefined;
    if (!response.headers.get('content-type')?.startsWith(PAGE_TYPE)) return undefined;
    const { status, statusText, headers, url, redirected } = response;
    const whole = new Response(await response.arrayBuffer(), { status, statusText, headers });
    // The constructor cannot set them, and the router follows redirects by them.
    return Object.defineProperties(whole, { url: { value: url }, redirected: { value: redirected } });
  } catch {
    return undefined;
  }
}

async function noteOutcome(send: () => Promise<Response>, reach: Reachability): Promise<Response> {
  try {
    const response = await send();
    if (GATEWAY.has(response.status)) reach.lost();
    return response;
  } catch (error) {
    reach.lost();
    throw error;
  }
}

/** Puts `holdPageRequests` between the router and the network. Returns what takes it away. */
export function installPageTransport(): () => void {
  const { fetch: before } = window;
  const held = holdPageRequests((input, init) => before(input, init), reachability);
  window.fetch = held;
  return () => {
    if (window.fetch === held) window.fetch = before;
  };
}
