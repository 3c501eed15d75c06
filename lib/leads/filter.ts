import 'server-only';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { type LeadSort, type LeadsQuery, NO_AGENT } from '@/lib/core/leads-query';
import { leads, leadTotals, submittedDay } from '@/lib/db/schema/leads';
import { type Span, toSpan } from '@/lib/forms/day-span';
import { isFound } from './search-words';
import { isUnread } from './unread';
import { totalsVisibleTo, visibleTo } from './visible-to';

/** Parts into which a filter divides leads, such as days, each of which an index has in the order of the list. */
export type FilterParts = {
  /** A query with one column: the parts, each once. */
  each: SQL;
  /** What the parts are values of. */
  column: SQL;
  /** What the leads of a part are still compared with. */
  compared: SQL | undefined;
};

/** The leads of a list, split by what the index of its order covers. */
export type LeadFilter = {
  /** Whose leads, and the filters that the index of the sort begins with or is in the order of. */
  indexed: SQL | undefined;
  /** Filters that each row is compared with; undefined if there are none. */
  compared: SQL | undefined;
  /** The same filters for an index of their own. */
  lookup: SQL | undefined;
  /** The parts that all matches are in, if there is an index of them. */
  parts: FilterParts | undefined;
};

type Listing = {
  query: LeadsQuery;
  timeZone: string;
  sort?: LeadSort;
  /** What `findStatuses` says about the query's status. */
  statuses: string[] | undefined;
};

/** The viewer's leads that match the query's filters. Agents can filter only by their own id. */
export function filterLeads(viewer: Viewer, listing: Listing): LeadFilter {
  const { query, timeZone, sort = query.sort, statuses } = listing;
  const span = toSpan(query, timeZone);
  const days = and(
    span.since ? gte(leads.submittedAt, span.since) : undefined,
    span.until ? lt(leads.submittedAt, span.until) : undefined,
  );
  // By status, leads are in the order of submission within each: that index serves both sorts.
  const isBySubmission = sort === 'submitted' || (sort === 'status' && statuses?.length === 1);
  const found = isFound(query.q);
  const unread = query.show === 'unread' ? isUnread(viewer) : undefined;
  const comparedDays = isBySubmission ? undefined : days;
  const owned = and(visibleTo(viewer), isOfAgent(query.agent));
  const { status, several, each } = byStatus(statuses);
  const byDays = () => partsOf({ sort, days: and(comparedDays, several), span, owned, viewer });
  const byStatuses = each && { each, column: sql`${leads.status}`, compared: undefined };
  return {
    indexed: and(owned, status, isBySubmission ? days : undefined),
    compared: and(unread, several, found?.text, comparedDays),
    lookup: and(unread, several, found?.index, comparedDays),
    parts: found || unread ? undefined : comparedDays ? byDays() : byStatuses,
  };
}

/** The leads of an agent, or of none; undefined for those of all. */
export function isOfAgent(agent: string): SQL | undefined {
  return agent ? eq(leads.agentId, agent === NO_AGENT ? '' : agent) : undefined;
}

/** One status is what indexes begin with. Of several each lead is compared, and each is a part that an index has in order. */
export function byStatus(statuses: string[] | undefined): { status?: SQL; several?: SQL; each?: SQL } {
  if (statuses === undefined) return {};
  const [first, ...others] = statuses;
  if (first === undefined) return { status: sql`false` };
  if (others.length === 0) return { status: eq(leads.status, first) };
  const texts = statuses.map((status) => sql`(${status}::text)`);
  return { several: inArray(leads.status, statuses), each: sql`values ${sql.join(texts, sql`, `)}` };
}

type Days = { days: SQL | undefined; span: Span; owned: SQL | undefined };

function partsOf({
  sort,
  viewer,
  ...days
}: Days & { sort: LeadSort; viewer: Viewer }): FilterParts | undefined {
  if (!days.days) return undefined;
  if (sort !== 'status') return partsByDay(days);
  const each = sql`select distinct ${leadTotals.status} from ${leadTotals} where ${totalsVisibleTo(viewer)}`;
  return { each, column: sql`${leads.status}`, compared: days.days };
}

/** The days in UTC of the span that have a lead, each found by the index of days after the one before. */
export function partsByDay({ days, span: { since, until }, owned }: Days): FilterParts {
  const dayOf = (at: number) => sql`(${new Date(at).toISOString()}::timestamptz at time zone 'UTC')::date`;
  const inSpan = and(
    owned,
    since && sql`${submittedDay} >= ${dayOf(since.getTime())}`,
    until && sql`${submittedDay} <= ${dayOf(until.getTime() - 1)}`,
  );
  const next = (isLater?: SQL) =>
    sql`(select min(${submittedDay}) from ${leads} where ${and(inSpan, isLater)})`;
  const each = sql`with recursive days (day) as (
      select ${next()} union all select ${next(sql`${submittedDay} > days.day`)} from days where day is not null
    ) select day from days where day is not null`;
  // Only at both ends a day of the person is another than that in UTC. As `is true`, so that the database does
  // not take these times for a filter of their own and read them by the index of times.
  return { each, column: submittedDay, compared: sql`(${days}) is true` };
}
