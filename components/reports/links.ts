import { leadsHref } from '@/components/leads/address';
import { queryAddress } from '@/lib/core/address';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';

/** What a figure counts; days and status of all if missing. */
export type Counted = {
  /** An agent, or an organization. */
  id?: string;
  status?: string;
  /** Both inclusive; `to` is open if missing. */
  from?: string;
  to?: string;
  toCorrect?: true;
};

/** Where the figures of a report lead; undefined where nothing lists them. */
export type ReportLinks = {
  list(counted: Counted): string | undefined;
  /** Of an agent or organization. */
  row(id: string): string | undefined;
};

/** A manager's: each figure leads to the list of exactly those leads. */
export function teamLinks(from: string): ReportLinks {
  const list = ({ id: agent = '', toCorrect, ...counted }: Counted) =>
    leadsHref(DEFAULT_LEADS_QUERY, toCorrect ? { agent, show: 'needs-correction' } : { agent, ...counted });
  return { list, row: (id) => list({ id, from }) };
}

export const REPORTS_PATH = '/admin/reports';

/** An admin's: from all organizations to one. */
export function adminLinks(organization: string, weeks?: number): ReportLinks {
  return {
    list: () => undefined,
    row: (id) =>
      organization === '' && id !== '' ? queryAddress(REPORTS_PATH, { weeks, organization: id }) : undefined,
  };
}
