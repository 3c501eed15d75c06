import { leadsHref } from '@/components/leads/address';
import { queryAddress } from '@/lib/core/address';
import {
  DEFAULT_LEADS_QUERY,
  MAX_STATUS_LENGTH,
  NO_AGENT,
  outcomeOfFilter,
  toOutcomeFilter,
} from '@/lib/core/leads-query';
import type { Outcome } from '@/lib/core/status-words';
import type { Days } from '@/lib/reports/period';

/** What a figure counts; of all agents, organizations and statuses if missing. */
export type Counted = {
  /** An agent, or an organization; '' for leads without one. */
  id?: string;
  status?: string;
  /** The statuses that mean the same for a report. */
  outcome?: Outcome;
} & (Days | { toCorrect: true });

/** Where the figures of a report lead; undefined where nothing lists what they count. */
export type ReportLinks = {
  /** The highest value first, if that is what they add up. */
  list(counted: Counted, sort?: 'value'): string | undefined;
  /** Of an agent or organization. */
  row(id: string): string | undefined;
};

/** Reports count days in UTC, and so do the lists behind their figures. */
const daysOf = ({ from, to }: Days) => ({ from, to, days: 'utc' as const });

const statusOf = ({ status = '', outcome }: Counted) => (outcome ? toOutcomeFilter(outcome) : status);

/** No address holds it, or it would mean all statuses of an outcome there. */
const isUnlisted = ({ status = '' }: Counted) =>
  status.length > MAX_STATUS_LENGTH || outcomeOfFilter(status) !== undefined;

const agentOf = (id: string | undefined) => (id === '' ? NO_AGENT : (id ?? ''));

/** A manager's: each figure leads to the list of exactly those leads. */
export function teamLinks(counted: Days): ReportLinks {
  const list: ReportLinks['list'] = (what, by) => {
    const agent = agentOf(what.id);
    if (isUnlisted(what)) return undefined;
    if ('toCorrect' in what) return leadsHref(DEFAULT_LEADS_QUERY, { agent, show: 'needs-correction' });
    return leadsHref(DEFAULT_LEADS_QUERY, {
      agent,
      status: statusOf(what),
      ...daysOf(what),
      sort: by ?? DEFAULT_LEADS_QUERY.sort,
    });
  };
  return { list, row: (id) => list({ id, ...counted }) };
}

export const REPORTS_PATH = '/admin/reports';

type AdminReport = { organization: string; weeks: number; counted: Days };

/** An admin's: figures lead to the leads of all organizations, the name of an organization to its own report. */
export function adminLinks({ organization, weeks, counted }: AdminReport): ReportLinks {
  const list: ReportLinks['list'] = (what, by) => {
    if (isUnlisted(what)) return undefined;
    // No list of admins has only what waits for its agent's correction, nor the leads of no organization.
    if ('toCorrect' in what || (organization === '' && what.id === '')) return undefined;
    const whose = organization === '' ? { organization: what.id } : { organization, agent: agentOf(what.id) };
    const order = by && 'highest';
    return queryAddress('/admin/leads', { ...whose, status: statusOf(what), ...daysOf(what), order });
  };
  const row = (id: string) =>
    organization === ''
      ? id && queryAddress(REPORTS_PATH, { weeks, organization: id })
      : list({ id, ...counted });
  return { list, row: (id) => row(id) || undefined };
}
