import 'server-only';
import { and, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { LeadSort, LeadsQuery } from '@/lib/core/leads-query';
import { leads } from '@/lib/db/schema/leads';
import { toSpan } from '@/lib/forms/day-span';
import { isFound } from './search-words';
import { visibleTo } from './visible-to';

/** The leads of a list, split by what its index covers. */
export type LeadFilter = {
  /** Whose leads, and the filters that the index of the sort begins with or is in the order of. */
  indexed: SQL | undefined;
  /** Filters that each row is compared with; undefined if there are none. */
  compared: SQL | undefined;
};

/** The viewer's leads that match the query's filters. Agents can filter only by their own id. */
export function filterLeads(
  viewer: Viewer,
  { query, timeZone, sort = query.sort }: { query: LeadsQuery; timeZone: string; sort?: LeadSort },
): LeadFilter {
  const { since, until } = toSpan(query, timeZone);
  const days = and(
    since ? gte(leads.submittedAt, since) : undefined,
    until ? lt(leads.submittedAt, until) : undefined,
  );
  const status = query.status ? eq(leads.status, query.status) : undefined;
  // By status, leads are in the order of submission within each: that index serves both sorts.
  const isBySubmission = sort === 'submitted' || (sort === 'status' && query.status !== '');
  const isStatusIndexed = isBySubmission || sort === 'status';
  return {
    indexed: and(
      visibleTo(viewer),
      query.agent ? eq(leads.agentId, query.agent) : undefined,
      isStatusIndexed ? status : undefined,
      isBySubmission ? days : undefined,
    ),
    compared: and(isFound(query.q), isStatusIndexed ? undefined : status, isBySubmission ? undefined : days),
  };
}
