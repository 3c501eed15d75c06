import 'server-only';
import { toStorable } from '@/lib/core/text';
import { readFlag } from '@/lib/forms/read-value';
import type { FetchedResponse } from '@/lib/service/fetch';
import type { FoundList } from './envelope';
import { isRecord, type JsonRecord, numberOf } from './value';

type ResponseHeaders = FetchedResponse['headers'];

export type ListResponse = {
  body: unknown;
  headers?: ResponseHeaders;
  /** The `next` with which this page was requested; absent for the first. */
  requested?: string;
};

/**
 * The next page as a reference relative to the list's own address; empty after the last one. `isCut`: the answer says that
 * there is more, and not where.
 */
export type NextPage = { next?: string; isCut?: true };

/** One value beside the list: its name as sent and in lower-case words, and where it stands. */
type Sign = { name: string; tokens: string[]; value: unknown };

/**
 * The interface shows no paging (section 4), so any sign of a further page counts, under whatever name and up to four
 * levels around the list or in a header: an address, token or number whose name has the word "next", a page number below
 * a stated last one, an offset below a total, "there is more". Undefined without any: the list ends.
 */
export function nextPage(found: FoundList, response: ListResponse): NextPage | undefined {
  const linked = nextInLinkHeader(response.headers?.get('link'));
  if (linked) return { next: linked };
  const signs = signsOf(found, response.headers);
  const more = saysMore(signs);
  if (more === false) return {};
  return (
    pointerIn(signs, response) ??
    pageIn(signs, response) ??
    offsetIn(signs, found.entries.length) ??
    (more ? guessPage(signs, response) : undefined)
  );
}

/** The total number of leads in the response; undefined if it has none. */
export function totalOf(found: FoundList, headers?: ResponseHeaders): number | undefined {
  const signs = signsOf(found, headers);
  const total = numberIn(signs, isTotal);
  // Alone, it may count this page.
  const count = numberIn(signs, (tokens) => tokens.join('') === 'count');
  return total ?? (count !== undefined && count > found.entries.length ? count : undefined);
}

const COUNTED = [
  'count',
  'records',
  'elements',
  'items',
  'results',
  'rows',
  'size',
  'entries',
  'leads',
  'hits',
];

/** "total", "totalCount", "recordsTotal", and not "totalPages" or "totalValue". */
const isTotal = (tokens: readonly string[]) =>
  tokens.includes('total') && tokens.every((word) => word === 'total' || COUNTED.includes(word));

const MAX_LEVELS = 4;
const MAX_SIGNS = 300;

/** The values around the list, nearest first, and then those of the headers. */
function signsOf({ around, entries }: FoundList, headers: ResponseHeaders | undefined): Sign[] {
  const signs: Sign[] = [];
  const add = (record: JsonRecord, level: number) => {
    const entriesOf = Object.entries(record).filter(([, value]) => value !== entries);
    for (const [name, value] of entriesOf) {
      if (signs.length < MAX_SIGNS) signs.push({ name, tokens: tokensOf(name), value });
    }
    for (const [, value] of level < MAX_LEVELS ? entriesOf : []) {
      if (isRecord(value) && !around.includes(value)) add(value, level + 1);
    }
  };
  for (const record of around) add(record, 1);
  for (const [name, value] of headers ?? []) {
    if (/^x-(?:.*-)?(?:next|page|total|offset)(?:-|$)/.test(name))
      signs.push({ name, tokens: tokensOf(name).filter((word) => word !== 'x'), value });
  }
  return signs;
}

/** "nextPageToken", "next_page_token" and "Next-Page-Token" are the same three words. */
function tokensOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase());
}

function numberIn(signs: readonly Sign[], predicate: (tokens: string[]) => boolean): number | undefined {
  for (const { tokens, value } of signs) {
    const number = predicate(tokens) ? numberOf(value) : undefined;
    if (number !== undefined) return number;
  }
  return undefined;
}

/** True for `hasMore: true` or `last: false`, false for the opposite; undefined if the response says neither. */
function saysMore(signs: readonly Sign[]): boolean | undefined {
  for (const { tokens, value } of signs) {
    const flag = numberOf(value) === undefined ? readFlag(value) : undefined;
    if (flag === undefined) continue;
    if (tokens.some((word) => word === 'more' || word === 'next')) return flag;
    if (tokens.some((word) => word === 'last' || word === 'done' || word === 'complete')) return !flag;
  }
  return undefined;
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

/** Names that point to the next page without saying "next"; some services echo this page's own cursor under them. */
const CURSORS = ['cursor', 'endcursor'];

function pointerIn(signs: readonly Sign[], response: ListResponse): NextPage | undefined {
  for (const { tokens, value } of signs) {
    const isNext = tokens.includes('next');
    if (!isNext && !CURSORS.includes(tokens.join(''))) continue;
    const followed = isRecord(value) ? inRecord(value) : follow(parameterOf(tokens), value);
    if (followed !== undefined && followed !== response.requested) return { next: followed };
    if (isNext && isSomething(value) && followed === undefined) return { isCut: true };
  }
  return undefined;
}

const isSomething = (value: unknown) =>
  (typeof value === 'object' && value !== null && Object.keys(value).length > 0) ||
  (typeof value === 'string' && value.trim() !== '');

/** What a record such as `{ href }` or `{ after, link }` under "next" points to: an address rather than a token. */
function inRecord(record: JsonRecord): string | undefined {
  const values = Object.entries(record);
  const address = values.find(([, value]) => isAddress(value));
  if (address) return follow('', address[1]);
  const [name, value] =
    values.find(([, value]) => typeof value === 'string' || typeof value === 'number') ?? [];
  return name === undefined ? undefined : follow(name, value);
}

const isAddress = (value: unknown) => typeof value === 'string' && /^(https?:\/\/|\/|\?)/i.test(value);

/** The reference by an address, a page number or an opaque token. It is stored as the full sync's checkpoint. */
function follow(parameter: string, value: unknown): string | undefined {
  if (typeof value === 'string' && isAddress(value)) return toStorable(value);
  if (typeof value === 'number' && Number.isFinite(value)) return query(parameter || 'page', value);
  return typeof value === 'string' && value.trim() !== '' ? query(parameter || 'cursor', value) : undefined;
}

/** The parameter for a value by its name: `nextPageToken` is sent as `pageToken`; '' for a bare `next`. */
function parameterOf(tokens: readonly string[]): string {
  const [first = '', ...others] = tokens.filter((word) => word !== 'next' && word !== 'end');
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A fragment, never sent, that marks page numbers as starting from zero: only the first page shows it. */
const FROM_ZERO = '#from-zero';

const PAGE = ['page', 'currentpage', 'pagenumber', 'pageindex', 'pageno'];
const LAST_PAGE = ['totalpages', 'pagestotal', 'pagecount', 'pages', 'lastpage'];

function pageIn(signs: readonly Sign[], response: ListResponse): NextPage | undefined {
  const page = numberIn(signs, (tokens) => PAGE.includes(tokens.join('')));
  const pages = numberIn(signs, (tokens) => LAST_PAGE.includes(tokens.join('')));
  // Spring calls the page "number", which means it only beside the number of pages.
  const current =
    page ?? (pages === undefined ? undefined : numberIn(signs, (tokens) => tokens.join('') === 'number'));
  if (current === undefined || pages === undefined) return undefined;
  const fromZero = current === 0 || (response.requested?.endsWith(FROM_ZERO) ?? false);
  const last = fromZero ? pages - 1 : pages;
  if (current >= last) return {};
  return { next: query('page', current + 1) + (fromZero ? FROM_ZERO : '') };
}

const OFFSET = ['offset', 'startat', 'start', 'skip'];
const LIMIT = ['limit', 'pagesize', 'maxresults'];

function offsetIn(signs: readonly Sign[], count: number): NextPage | undefined {
  const sign = signs.find(
    ({ tokens, value }) => OFFSET.includes(tokens.join('')) && numberOf(value) !== undefined,
  );
  const offset = numberOf(sign?.value);
  const total = numberIn(signs, isTotal);
  if (!sign || offset === undefined || total === undefined) return undefined;
  if (count === 0 || offset + count >= total) return {};
  const limit = signs.find(
    ({ tokens, value }) => LIMIT.includes(tokens.join('')) && numberOf(value) !== undefined,
  );
  const size = limit
    ? `&${encodeURIComponent(limit.name)}=${encodeURIComponent(numberOf(limit.value) ?? 0)}`
    : '';
  return { next: query(sign.name, offset + count) + size };
}

/** "There is more" without a pointer: the next page number is tried; repeats are detected. */
function guessPage(signs: readonly Sign[], response: ListResponse): NextPage {
  const current = /^\?page=(\d+)$/.exec(response.requested ?? '?page=1')?.[1];
  const page = numberIn(signs, (tokens) => PAGE.includes(tokens.join(''))) ?? numberOf(current);
  return page === undefined ? { isCut: true } : { next: query('page', page + 1) };
}

function query(parameter: string, value: string | number): string {
  return `?${encodeURIComponent(parameter)}=${encodeURIComponent(toStorable(String(value)))}`;
}
