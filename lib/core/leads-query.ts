import { OUTCOMES, type Outcome } from './status-labels';

/** The query in the URL of the leads list. Browser-safe. */

/** The sort orders of the list; each has its own keyset. */
export const LEAD_SORTS = ['submitted', 'changed', 'company', 'name', 'status', 'value'] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** The page sizes to choose from; the first is the default. */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The days of a filter, in an address: '' are those of the person's time zone. */
export const DAY_ZONES = ['', 'utc'] as const;
export type DayZone = (typeof DAY_ZONES)[number];

/** The query in the dashboard's URL, with defaults for everything invalid or missing. */
export type LeadsQuery = {
  /** Search text for name, email and company; '' for none. */
  q: string;
  /**
   * Only refused submissions that wait for their correction, in place of leads; or only what has unread notices; ''
   * for all.
   */
  show: '' | 'needs-correction' | 'unread';
  /** The service's status, verbatim, or all that mean the same for a report (`toOutcomeFilter`); '' for all. */
  status: string;
  /** An agent's id, or `NO_AGENT`, for managers only; '' for all. */
  agent: string;
  /** More than this many days without a response; '' for all, answered or not. */
  waiting: string;
  /** The id of an import of the person: only what became of its rows; '' for all. */
  import: string;
  /** Submitted from and to this day, YYYY-MM-DD, both inclusive; '' for open. */
  from: string;
  to: string;
  /** Which days these are: in UTC, as reports count them; '' for those of the person's time zone. */
  days: DayZone;
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
  waiting: '',
  import: '',
  from: '',
  to: '',
  days: '',
  sort: 'submitted',
  dir: 'desc',
  page: 1,
  size: 25,
};

/** How many days leads may be chosen to have been waiting for, with those that an address names: any up to 999. */
export function waitingChoices(chosen: string): string[] {
  const days = new Set(['0', '1', '3', '7', '14', '30', ...(chosen === '' ? [] : [chosen])]);
  return [...days].sort((one, other) => Number(one) - Number(other));
}

/** In which zone a filter's days are: without a day that says nothing. */
export function dayZoneOf({ from, to, days }: Pick<LeadsQuery, 'from' | 'to' | 'days'>): DayZone {
  return from || to ? days : '';
}

/** Longer statuses can't be filtered by: an address that no browser shortens would not hold them. */
export const MAX_STATUS_LENGTH = 2_000;

/** In place of an agent's id: leads whose agent the portal does not name. */
export const NO_AGENT = '*none';

/** In place of a status: all statuses that mean this for a report. No portal is known to begin a status with a star. */
export const toOutcomeFilter = (outcome: Outcome) => `*${outcome}`;

/** The outcome that a filter by status means; undefined for a status of the portal, or none. */
export function outcomeOfFilter(status: string): Outcome | undefined {
  return OUTCOMES.find((outcome) => status === toOutcomeFilter(outcome));
}

/** The filters without those that a tab of the list stands for: its status, and what needs correction. */
export function toOtherFilters(query: LeadsQuery): LeadsQuery {
  return { ...query, status: '', show: query.show === 'unread' ? query.show : '' };
}

/** True if the query excludes leads the viewer may see. */
export function isFiltered(query: LeadsQuery): boolean {
  const { q, show, status, agent, waiting, from, to } = query;
  return [q, show, status, agent, waiting, query.import, from, to].some((value) => value !== '');
}
