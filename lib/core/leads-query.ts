/** The query in the URL of the leads list. Browser-safe. */

/** The sort orders of the list; each has its own keyset. */
export const LEAD_SORTS = ['submitted', 'changed', 'company', 'name', 'status', 'value'] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** The page sizes to choose from; the first is the default. */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The query in the dashboard's URL, with defaults for everything invalid or missing. */
export type LeadsQuery = {
  /** Search text for name, email and company; '' for none. */
  q: string;
  /**
   * Only refused submissions that wait for their correction, in place of leads; or only what has unread notices; ''
   * for all.
   */
  show: '' | 'needs-correction' | 'unread';
  /** The service's status, verbatim; '' for all. */
  status: string;
  /** An agent's id, for managers only; '' for all. */
  agent: string;
  /** Submitted from and to this day, YYYY-MM-DD in the person's time zone, both inclusive; '' for open. */
  from: string;
  to: string;
  sort: LeadSort;
  dir: 'asc' | 'desc';
  page: number;
  size: PageSize;
  /** The keyset cursor of the page: opaque, at most one of the two; none on page 1. */
  after?: string;
  before?: string;
};

export const DEFAULT_LEADS_QUERY: LeadsQuery = {
  q: '',
  show: '',
  status: '',
  agent: '',
  from: '',
  to: '',
  sort: 'submitted',
  dir: 'desc',
  page: 1,
  size: 25,
};

/** True if the query excludes leads the viewer may see. */
export function isFiltered({ q, show, status, agent, from, to }: LeadsQuery): boolean {
  return [q, show, status, agent, from, to].some((value) => value !== '');
}
