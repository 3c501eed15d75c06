/** What the address of the leads' list says. Browser-safe. */

/** What the list can be ordered by; each has its own keyset. */
export const LEAD_SORTS = ['submitted', 'changed', 'name', 'status', 'value'] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** Rows to a page that a person may choose; the first is what they get. */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** What the address of the dashboard says, with everything bad or missing replaced by its default. */
export type LeadsQuery = {
  /** Text looked for in name and e-mail; '' for none. */
  q: string;
  /** Only what was refused and waits for its correction, in place of leads; '' for leads. */
  show: '' | 'needs-correction';
  /** The service's status, as it came; '' for all. */
  status: string;
  /** An agent's id, only ever for a manager; '' for all. */
  agent: string;
  /** Submitted from and to this day, YYYY-MM-DD in the person's time zone, both included; '' for open. */
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

/** True if the query asks for less than everything the viewer may see. */
export function isFiltered({ q, show, status, agent, from, to }: LeadsQuery): boolean {
  return [q, show, status, agent, from, to].some((value) => value !== '');
}

/** True of one that its agent has to correct, and that is not on its way to anywhere. */
export function needsCorrection({ state }: { state: string }): boolean {
  return state === 'refused' || state === 'givenBack';
}
