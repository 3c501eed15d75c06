import 'server-only';

/**
 * The request header in which proxy.ts sets the id of each request, replacing a client's value. Responses
 * carry it too.
 */
export const REQUEST_ID = 'x-request-id';

/** A short random id for one request: long enough to find it in a log, and short enough to read aloud. */
export function newRequestId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12);
}

/** The request header in which proxy.ts passes the requested address to pages, replacing a client's value. */
export const REQUESTED_PATH = 'x-requested-path';

/**
 * Where to return to: the requested address, with its filters, if it belongs to the given page; else the
 * page's own.
 *
 * @param page the path of the page
 */
export function returnPath(page: string, requested: string | null): string {
  if (!requested?.startsWith(`${page}?`)) return page;
  // Parameters that the router adds to fetch a part of a page.
  const query = new URLSearchParams(requested.slice(page.length + 1));
  query.delete('_rsc');
  return query.size > 0 ? `${page}?${query}` : page;
}
