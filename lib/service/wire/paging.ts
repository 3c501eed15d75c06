import 'server-only';
import { getOwn } from '@/lib/core/own';
import { toStorable } from '@/lib/core/text';
import type { FoundList } from './envelope';
import { firstOwn, flagOf, isRecord, type JsonRecord, numberOf } from './value';

export type ListAnswer = {
  body: unknown;
  /** The `Link` header, if present. */
  link?: string | null;
  /** The `next` with which this page was requested; absent for the first. */
  requested?: string;
};

/** The next page as a reference relative to the list's own address, and the paging style it was found by. */
export type NextPage = { next?: string; paging: string };

const CONTAINERS = ['meta', 'metadata', 'pagination', 'paging', 'pageInfo', 'page_info', 'links', '_links'];

/**
 * The interface shows no paging (section 4), so every usual style is read: a `Link` header, a `next` address,
 * a cursor, `page` with `totalPages`, `offset` with `total`. None of them means the last page.
 */
export function nextPage(found: FoundList, answer: ListAnswer): NextPage {
  const linked = nextInLinkHeader(answer.link);
  if (linked) return { next: linked, paging: 'link-header' };
  const places = placesOf(found.around);
  const ended = places.some(
    (place) => flagOf(firstOwn(place, ['hasMore', 'has_more', 'hasNextPage'])) === false,
  );
  if (ended) return { paging: 'has-more' };
  for (const place of places) {
    const next =
      pointerIn(place, answer) ??
      pageIn(place, answer) ??
      offsetIn(place, found.entries.length) ??
      moreIn(place, answer);
    if (next) return next;
  }
  return { paging: 'none' };
}

/** The total number of leads in the response; undefined if it has none. */
export function totalOf(found: FoundList): number | undefined {
  for (const place of placesOf(found.around)) {
    const total = numberOf(firstOwn(place, TOTALS));
    if (total !== undefined) return total;
  }
  return undefined;
}

const TOTALS = ['total', 'totalCount', 'total_count'];

function placesOf(around: JsonRecord[]): JsonRecord[] {
  return around.flatMap((record) => [
    record,
    ...CONTAINERS.map((key) => getOwn(record, key)).filter(isRecord),
  ]);
}

function nextInLinkHeader(link: string | null | undefined): string | undefined {
  for (const part of (link ?? '').split(/,(?=\s*<)/)) {
    const match = /^\s*<([^>]*)>\s*;(.*)$/s.exec(part);
    if (match?.[1] && match[2]?.split(';').some(namesNext)) return match[1];
  }
  return undefined;
}

/** Whether a parameter of a link is a `rel` with the word "next" (RFC 8288, 3.3). */
function namesNext(parameter: string): boolean {
  const [name = '', value = ''] = parameter.toLowerCase().split('=', 2);
  return name.trim() === 'rel' && value.replaceAll('"', ' ').trim().split(/\s+/).includes('next');
}

/** Names of the pointer to the next page, each with the parameter for an opaque token. */
const POINTERS = [
  ['next', 'cursor'],
  ['nextPage', 'page'],
  ['next_page', 'page'],
  ['nextCursor', 'cursor'],
  ['next_cursor', 'cursor'],
  ['endCursor', 'cursor'],
  ['nextPageToken', 'pageToken'],
  ['next_page_token', 'pageToken'],
  ['cursor', 'cursor'],
] as const;

function pointerIn(place: JsonRecord, answer: ListAnswer): NextPage | undefined {
  for (const [key, parameter] of POINTERS) {
    const found = getOwn(place, key);
    const pointer = isRecord(found) ? firstOwn(found, ['href', 'url', 'cursor', 'token']) : found;
    if (typeof pointer === 'number' && Number.isFinite(pointer)) {
      return { next: query(key === 'next' ? 'page' : parameter, pointer), paging: key };
    }
    if (typeof pointer !== 'string' || pointer.trim() === '') continue;
    // Stored as the sweep's checkpoint.
    if (/^(https?:\/\/|\/|\?)/i.test(pointer)) return { next: toStorable(pointer), paging: key };
    const next = query(parameter, pointer);
    // Some services echo the cursor of this page under `cursor`: following it would loop.
    if (next !== answer.requested) return { next, paging: key };
  }
  return undefined;
}

/** A fragment, never sent, that marks page numbers as starting from zero: only the first page shows it. */
const FROM_ZERO = '#from-zero';

function pageIn(place: JsonRecord, answer: ListAnswer): NextPage | undefined {
  const page = numberOf(firstOwn(place, ['page', 'currentPage', 'current_page', 'pageNumber']));
  const pages = numberOf(firstOwn(place, ['totalPages', 'total_pages', 'pageCount', 'pages']));
  if (page === undefined || pages === undefined) return undefined;
  const fromZero = page === 0 || (answer.requested?.endsWith(FROM_ZERO) ?? false);
  const last = fromZero ? pages - 1 : pages;
  if (page >= last) return { paging: 'page' };
  return { next: query('page', page + 1) + (fromZero ? FROM_ZERO : ''), paging: 'page' };
}

function offsetIn(place: JsonRecord, count: number): NextPage | undefined {
  const offset = numberOf(getOwn(place, 'offset'));
  const total = numberOf(firstOwn(place, TOTALS));
  if (offset === undefined || total === undefined) return undefined;
  if (count === 0 || offset + count >= total) return { paging: 'offset' };
  const limit = numberOf(firstOwn(place, ['limit', 'pageSize']));
  const size = limit === undefined ? '' : `&limit=${encodeURIComponent(limit)}`;
  return { next: query('offset', offset + count) + size, paging: 'offset' };
}

/** "There is more" without a pointer: guess the next page number; repeats are detected. */
function moreIn(place: JsonRecord, answer: ListAnswer): NextPage | undefined {
  if (flagOf(firstOwn(place, ['hasMore', 'has_more', 'hasNextPage'])) !== true) return undefined;
  const current = /^\?page=(\d+)$/.exec(answer.requested ?? '?page=1')?.[1];
  const page = numberOf(getOwn(place, 'page')) ?? numberOf(current);
  return page === undefined ? undefined : { next: query('page', page + 1), paging: 'has-more' };
}

function query(parameter: string, value: string | number): string {
  return `?${parameter}=${encodeURIComponent(toStorable(String(value)))}`;
}
