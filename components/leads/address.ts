import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';

export const LEADS_PATH = '/leads';

const ORDER = [
  'q',
  'show',
  'status',
  'agent',
  'from',
  'to',
  'sort',
  'dir',
  'size',
  'page',
  'after',
  'before',
] as const;

/**
 * The URL of the dashboard for a query with some changes. Any change resets the page to the first one unless
 * it sets the page; defaults are omitted.
 */
export function leadsHref(query: LeadsQuery, change: Partial<LeadsQuery> = {}): string {
  const next = { ...query, page: 1, after: undefined, before: undefined, ...change };
  const params = new URLSearchParams();
  for (const name of ORDER) {
    const value = next[name];
    if (value === undefined || value === DEFAULT_LEADS_QUERY[name]) continue;
    params.set(name, String(value));
  }
  return params.size === 0 ? LEADS_PATH : `${LEADS_PATH}?${params}`;
}

/** The URL of exactly this query, including its page. */
export function leadsAddress(query: LeadsQuery): string {
  return leadsHref(query, query);
}

/**
 * The URL of a submitted GET form. Empty inputs are omitted, and so is `show` once a status is chosen: the
 * page ignores it then (`parseLeadsQuery`), and the URL should match what the page shows.
 */
export function formAddress(form: HTMLFormElement): string {
  return addressOf(form.getAttribute('action') ?? '', new FormData(form));
}

export function addressOf(path: string, answers: Iterable<[string, FormDataEntryValue]>): string {
  const params = new URLSearchParams();
  for (const [name, value] of answers) {
    if (typeof value === 'string' && value.trim() !== '') params.set(name, value.trim());
  }
  if (params.has('status')) params.delete('show');
  return params.size === 0 ? path : `${path}?${params}`;
}
