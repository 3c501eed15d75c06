import { queryAddress } from '@/lib/core/address';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';

export const LEADS_PATH = '/leads';
const VIEWS_PATH = '/leads/views';

const ORDER = [
  'q',
  'show',
  'status',
  'agent',
  'waiting',
  'import',
  'from',
  'to',
  'days',
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
  const values = ORDER.map((name) => [name, next[name] === DEFAULT_LEADS_QUERY[name] ? '' : next[name]]);
  return queryAddress(LEADS_PATH, Object.fromEntries(values));
}

/** The URL of all leads with unread updates, in the order of this query. */
export function unreadHref(query: LeadsQuery): string {
  const { sort, dir, size } = query;
  return leadsHref({ ...DEFAULT_LEADS_QUERY, sort, dir, size, show: 'unread' });
}

/** The URL that a saved view names: filters and order, as a page of the usual size. An import is not kept as long as a view. */
export function viewHref(query: LeadsQuery): string {
  return leadsHref(query, { size: DEFAULT_LEADS_QUERY.size, import: '' });
}

/** The URL of the leads that came from an import. */
export function importedHref(importId: string): string {
  return leadsHref(DEFAULT_LEADS_QUERY, { import: importId });
}

/** Where this query is saved as a view, and views are changed. */
export function viewsHref(query: LeadsQuery): string {
  return viewHref(query).replace(LEADS_PATH, VIEWS_PATH);
}

/** Where the leads of this query are exported. */
export function exportHref(query: LeadsQuery): string {
  return leadsHref(query, { size: DEFAULT_LEADS_QUERY.size }).replace(LEADS_PATH, `${LEADS_PATH}/export`);
}

/** The URL of exactly this query, including its page. */
export function leadsAddress(query: LeadsQuery): string {
  return leadsHref(query, query);
}

/** The URL of a submitted GET form. Empty inputs are omitted. */
export function formAddress(form: HTMLFormElement): string {
  return addressOf(form.getAttribute('action') ?? '', new FormData(form));
}

export function addressOf(path: string, answers: Iterable<[string, FormDataEntryValue]>): string {
  const texts = [...answers].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  const values: Record<string, string> = Object.fromEntries(texts);
  // In which zone days are says nothing without a day.
  const days = values.from || values.to ? values.days : undefined;
  return queryAddress(path, { ...values, days });
}
