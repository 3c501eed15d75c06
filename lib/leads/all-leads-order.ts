import 'server-only';
import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { PENDING } from '@/lib/answer-clock/track-status';
import { isWaiting, waitingSince } from '@/lib/answer-clock/waiting';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { AllLeadsQuery } from './all-leads';
import { byStatus, isOfAgent, partsByDay } from './filter';
import type { Ordered } from './matches';
import { isFound } from './search-words';
import { findStatuses } from './statuses-of';

/** The newest first; of those that wait, the longest. */
const NEWEST = { columns: [leads.submittedAt, leads.id], direction: 'desc' } as const;
const LONGEST = { columns: [waitingSince, leads.id], direction: 'asc' } as const;
/** Those without a value are the lowest. */
const BY_VALUE = [leads.sortValue, leads.id] as const;

/** In which order the matching leads are read, and what they match. */
export async function orderOf(db: Db, query: AllLeadsQuery) {
  const statuses = await findStatuses(db, query.status);
  if (query.waitingBefore) {
    const canWait = !statuses || statuses.includes(PENDING);
    const order = query.byValue
      ? { columns: BY_VALUE, direction: query.byValue, filter: waitingByValue(query, canWait) }
      : { ...LONGEST, filter: waitingFilter(query, canWait) };
    return { ...order, statuses: canWait ? [PENDING] : [] };
  }
  if (query.byValue) {
    return { columns: BY_VALUE, direction: query.byValue, filter: valueFilter(query, statuses), statuses };
  }
  return { ...NEWEST, filter: filterOf(query, statuses), statuses };
}

function filterOf(query: AllLeadsQuery, statuses: string[] | undefined): Ordered['filter'] {
  const { status, several, each } = byStatus(statuses);
  const found = isFound(query.q);
  const indexed = and(
    isNull(leads.deletedAt),
    ofOrganization(query),
    isOfAgent(query.agent),
    status,
    isSubmitted(query),
  );
  const parts = each && !found ? { each, column: sql`${leads.status}`, compared: undefined } : undefined;
  return { indexed, compared: and(several, found?.text), lookup: and(several, found?.index), parts };
}

/** By value there is an index of all, of each status and of each day: other days are parts, like several statuses. */
function valueFilter(query: AllLeadsQuery, statuses: string[] | undefined): Ordered['filter'] {
  const { status, several, each } = byStatus(statuses);
  const found = isFound(query.q);
  const owned = and(isNull(leads.deletedAt), ofOrganization(query), isOfAgent(query.agent));
  const days = isSubmitted(query);
  const byDays = () => partsByDay({ days: and(days, several), span: query, owned });
  const byStatuses = each && { each, column: sql`${leads.status}`, compared: undefined };
  return {
    indexed: and(owned, status),
    compared: and(several, found?.text, days),
    lookup: and(several, found?.index, days),
    parts: found ? undefined : days ? byDays() : byStatuses,
  };
}

/** Those that wait, by value: pending ones in that order, each compared. The few of a long time are found by when they began. */
function waitingByValue(query: AllLeadsQuery, canWait: boolean): Ordered['filter'] {
  const found = isFound(query.q);
  const indexed = and(canWait ? isWaiting : sql`false`, ofOrganization(query));
  const rest = and(isLongEnough(query), isOfAgent(query.agent), isSubmitted(query));
  return {
    indexed,
    compared: and(found?.text, rest),
    lookup: and(found?.index, rest, query.organization ? sql`${leads.organizationId} <> ''` : undefined),
    parts: undefined,
  };
}

/** Leads that wait have no index by when they were submitted: days are compared, like the words of a search. */
function waitingFilter(query: AllLeadsQuery, canWait: boolean): Ordered['filter'] {
  const found = isFound(query.q);
  const indexed = and(
    canWait ? isWaiting : sql`false`,
    ofOrganization(query),
    // Of the index `leads_org_waiting`.
    query.organization ? sql`${leads.organizationId} <> ''` : undefined,
    // None waits since before it was submitted, so reading begins there.
    query.since && sql`${waitingSince} >= ${query.since}`,
  );
  const rest = and(isOfAgent(query.agent), isSubmitted(query));
  return { indexed, compared: and(found?.text, rest), lookup: and(found?.index, rest), parts: undefined };
}

/**
 * Cuts off a page of the longest, outside of the query that finds them: with a second limit on the expression PostgreSQL
 * expects few rows, and sorts thousands.
 */
export const isLongEnough = ({ waitingBefore }: AllLeadsQuery): SQL | undefined =>
  waitingBefore && sql`${waitingSince} < ${waitingBefore}`;

const ofOrganization = ({ organization }: AllLeadsQuery) =>
  organization ? eq(leads.organizationId, organization) : undefined;

const isSubmitted = ({ since, until }: AllLeadsQuery): SQL | undefined =>
  and(since && gte(leads.submittedAt, since), until && lt(leads.submittedAt, until));
