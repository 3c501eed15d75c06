import 'server-only';

/** The request header in which proxy.ts tells pages the address that was asked for; what a browser sends in it is lost. */
export const REQUESTED_PATH = 'x-asked-for';

/**
 * Where to come back to: the address that was asked for, with its filters, if it is that of the page that says so;
 * else the page's own.
 *
 * @param page the path of the page
 */
export function returnPath(page: string, askedFor: string | null): string {
  if (!askedFor?.startsWith(`${page}?`)) return page;
  // What the router adds to fetch a part of a page is nothing a person asked for.
  const query = new URLSearchParams(askedFor.slice(page.length + 1));
  query.delete('_rsc');
  return query.size > 0 ? `${page}?${query}` : page;
}
