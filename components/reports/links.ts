import { leadsHref } from '@/components/leads/address';
import { queryAddress } from '@/lib/core/address';
import {
  DEFAULT_LEADS_QUERY,
  type LeadsQuery,
  MAX_STATUS_LENGTH,
  NO_AGENT,
  outcomeOfFilter,
  toOutcomeFilter,
} from '@/lib/core/leads-query';
import type { Outcome } from '@/lib/core/status-labels';
import type { Days } from '@/lib/reports/period';

/** What a figure counts; of all agents, organizations, statuses and days if missing. */
export type Counted = Partial<Days> & {
  /** An agent, or an organization; '' for leads without one. */
  id?: string;
  status?: string;
  /** The statuses that mean the same for a report. */
  outcome?: Outcome;
  /** More than this many days without a response. */
  waiting?: number;
  /** In place of leads, submissions that need a correction. */
  toCorrect?: true;
};

/** Where the figures of a report lead; undefined where nothing lists what they count. */
export type ReportLinks = {
  /** The highest value first, if that is what they add up; or the oldest. */
  list(counted: Counted, first?: 'value' | 'oldest'): string | undefined;
  /** Of an agent or organization. */
  row(id: string): string | undefined;
  /** The same report in another order. */
  sorted(sort: string): string;
};

/** Reports count days in UTC, and so do the lists behind their figures. */
function daysOf({ from = '', to = '' }: Counted): Pick<LeadsQuery, 'from' | 'to' | 'days'> {
  return { from, to, days: from ? 'utc' : '' };
}

const statusOf = ({ status = '', outcome }: Counted) => (outcome ? toOutcomeFilter(outcome) : status);

/** No address holds it, or it would mean all statuses of an outcome there. */
const isUnlisted = ({ status = '' }: Counted) =>
  status.length > MAX_STATUS_LENGTH || outcomeOfFilter(status) !== undefined;

const agentOf = (id: string | undefined) => (id === '' ? NO_AGENT : (id ?? ''));

const waitingOf = ({ waiting }: Counted) => (waiting === undefined ? '' : String(waiting));

const FIRST: Record<'value' | 'oldest', Partial<LeadsQuery>> = {
  value: { sort: 'value' },
  oldest: { sort: 'submitted', dir: 'asc' },
};

export const TEAM_PATH = '/team';

/** A manager's: each figure leads to the list of exactly those leads. */
export function teamLinks({ weeks }: { weeks: number }): ReportLinks {
  const list: ReportLinks['list'] = (what, first) => {
    const agent = agentOf(what.id);
    if (isUnlisted(what)) return undefined;
    if (what.toCorrect) return leadsHref(DEFAULT_LEADS_QUERY, { agent, show: 'needs-correction' });
    return leadsHref(DEFAULT_LEADS_QUERY, {
      agent,
      status: statusOf(what),
      waiting: waitingOf(what),
      ...daysOf(what),
      ...(first && FIRST[first]),
    });
  };
  return {
    list,
    row: (id) => list({ id }),
    sorted: (sort) => `${queryAddress(TEAM_PATH, { weeks, sort })}#rows`,
  };
}

export const REPORTS_PATH = '/admin/reports';

type AdminReport = { organization: string; weeks: number };

/** An admin's: figures lead to the leads of all organizations, the name of an organization to its own report. */
export function adminLinks({ organization, weeks }: AdminReport): ReportLinks {
  const list: ReportLinks['list'] = (what, first) => {
    if (isUnlisted(what)) return undefined;
    // No list of admins has only what waits for its agent's correction, nor the leads of no organization.
    if (what.toCorrect || (organization === '' && what.id === '')) return undefined;
    const whose = organization === '' ? { organization: what.id } : { organization, agent: agentOf(what.id) };
    // Of those that wait, the oldest come first anyway.
    const order = first === 'value' ? 'highest' : undefined;
    const [status, waiting] = [statusOf(what), waitingOf(what)];
    return queryAddress('/admin/leads', { ...whose, status, waiting, ...daysOf(what), order });
  };
  const row = (id: string) =>
    organization === '' ? id && queryAddress(REPORTS_PATH, { weeks, organization: id }) : list({ id });
  return {
    list,
    row: (id) => row(id) || undefined,
    sorted: (sort) => `${queryAddress(REPORTS_PATH, { weeks, organization, sort })}#rows`,
  };
}
