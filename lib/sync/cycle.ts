import 'server-only';
import { createHash } from 'node:crypto';

/** One page of a list, as far as cycle detection needs it. */
export type SeenPage = { ids: readonly string[]; next?: string };

/**
 * Detects that a list goes round in circles while remembering only one earlier page: the mark moves to the
 * pages whose numbers are powers of two, so it eventually is inside the circle and is met again, after at
 * most three times as many pages as there are (Brent's algorithm).
 *
 * A page is met again if it has the same leads or names the same next page. An empty page proves nothing by
 * its leads: some services filter after paging.
 *
 * @param count how many pages were read before this one
 * @param mark what this function returned for the previous page; null before the first
 * @returns the mark to keep; undefined if this page was met before
 */
export function markPage(
  page: SeenPage,
  { count, mark }: { count: number; mark: string | null },
): string | undefined {
  const traces = [
    page.ids.length > 0 ? hash(JSON.stringify(page.ids)) : '',
    page.next ? hash(page.next) : '',
  ];
  const marked = mark?.split(' ') ?? [];
  if (traces.some((trace, index) => trace !== '' && trace === marked[index])) return undefined;
  return mark === null || isPowerOfTwo(count + 1) ? traces.join(' ') : mark;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function isPowerOfTwo(number: number): boolean {
  return Number.isInteger(Math.log2(number));
}
