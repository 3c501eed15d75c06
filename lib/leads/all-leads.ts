import 'server-only';
import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { isWaiting, PENDING, toWaiting, waitingSince } from '@/lib/answer-clock/waiting';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { cursorColumns, cutPage, type Direction, orderBy, rowsAfterCursor, toCursor } from '@/lib/db/paging';
import { leads, leadTotals } from '@/lib/db/schema/leads';
import { agents, organizations } from '@/lib/db/schema/people';
import { agentLabel } from './agent-label';
import { type Count, countFiltered } from './count';
import { byStatus, isOfAgent, partsByDay } from './filter';
import { toName } from './list';
import { type Ordered, pageWhere } from './matches';
import { isFound } from './search-words';
import { findStatuses } from './statuses-of';
import { isTotalOfAgent, sumTotals } from './totals';

/** The leads of all organizations, for admins. Those who ask check that before. */

const PAGE_ROWS = 25;
/** The newest first; of those that wait, the longest. */
const NEWEST = { columns: [leads.submittedAt, leads.id], direction: 'desc' } as const;
const LONGEST = { columns: [waitingSince, leads.id], direction: 'asc' } as const;
/** Those without a value are the lowest. */
const BY_VALUE = [leads.sortValue, leads.id] as const;

/** Which leads; '' and undefined leave a filter out. */
export type AllLeadsQuery = {
  q: string;
  organization: string;
  /** Of an agent, or `NO_AGENT`. */
  agent: string;
  /** A status, or all that mean the same for a report (`toOutcomeFilter`). */
  status: string;
  /** When they were submitted. */
  since?: Date;
  until?: Date;
  /** Only leads that have been waiting since before. Such are pending. */
  waitingBefore?: Date;
  /** By value; else the newest first, or of those that wait the longest. */
  byValue?: Direction;
  /** The cursor of a page after the first. */
  after?: string;
};

/** A lead of the admins' list. */
export type AnyLead = {
  id: string;
  name: string;
  company?: string;
  organizationName: string;
  agentName: string;
  status: string;
  value?: number;
  submittedAt: string;
  /** Since when it has been waiting: for a first answer, or since it was opened again. */
  waitingSince?: string;
};

/** One page of the matching leads. Equally fast at any size, by the index of the order within the status. */
export async function listAllLeads(
  db: Db,
  query: AllLeadsQuery,
): Promise<{ rows: AnyLead[]; next?: string }> {
  const { filter, columns, direction, statuses } = await orderOf(db, query);
  const { after: cursor } = query;
  const after = cursor === undefined ? undefined : rowsAfterCursor({ columns, direction, cursor });
  const task = { filter, columns, direction, after, limit: PAGE_ROWS + 1 };
  const rows = await db
    .select({
      id: leads.id,
      firstName: leads.firstName,
      lastName: leads.lastName,
      email: leads.email,
      company: leads.company,
      organizationId: leads.organizationId,
      organizationName: organizations.name,
      agentId: leads.agentId,
      agentName: agentLabel,
      status: leads.status,
      value: leads.value,
      submittedAt: leads.submittedAt,
      statusSince: leads.statusSince,
      answeredAt: leads.answeredAt,
      ...cursorColumns(columns),
    })
    .from(leads)
    .leftJoin(organizations, eq(organizations.id, leads.organizationId))
    .leftJoin(agents, and(eq(agents.organizationId, leads.organizationId), eq(agents.id, leads.agentId)))
    .where(
      and(
        await pageWhere(db, task, () => sumTotals(db, { owned: ownedBy(query), statuses })),
        isLongEnough(query),
      ),
    )
    .orderBy(...orderBy(columns, direction))
    .limit(PAGE_ROWS + 1);
  const { page, hasMore } = cutPage(rows, PAGE_ROWS);
  const last = page.at(-1);
  return {
    rows: page.map((row) => ({
      id: row.id,
      name: toName(row),
      company: row.company ?? undefined,
      organizationName: row.organizationName ?? shortId(row.organizationId),
      agentName: row.agentName ?? shortId(row.agentId),
      status: row.status,
      value: row.value ?? undefined,
      submittedAt: row.submittedAt.toISOString(),
      waitingSince: toWaiting(row)?.since,
    })),
    next: hasMore && last ? toCursor(last, columns) : undefined,
  };
}

/** How many leads match, on all pages. From kept totals where they apply, else counted up to 1,000 at most. */
export async function countAllLeads(db: Db, query: Omit<AllLeadsQuery, 'after' | 'byValue'>): Promise<Count> {
  const { filter, statuses, ...order } = await orderOf(db, { ...query, byValue: undefined });
  const readKept = () => sumTotals(db, { owned: ownedBy(query), statuses });
  const { q, since, until, waitingBefore } = query;
  if (q === '' && !since && !until && !waitingBefore)
    return { count: (await readKept()).total, capped: false };
  const indexed = and(filter.indexed, isLongEnough(query));
  return countFiltered(db, { ...order, filter: { ...filter, indexed } }, readKept);
}

/** In which order the matching leads are read, and what they match. */
async function orderOf(db: Db, query: AllLeadsQuery) {
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
const isLongEnough = ({ waitingBefore }: AllLeadsQuery): SQL | undefined =>
  waitingBefore && sql`${waitingSince} < ${waitingBefore}`;

const ofOrganization = ({ organization }: AllLeadsQuery) =>
  organization ? eq(leads.organizationId, organization) : undefined;

const isSubmitted = ({ since, until }: AllLeadsQuery): SQL | undefined =>
  and(since && gte(leads.submittedAt, since), until && lt(leads.submittedAt, until));

const ownedBy = ({ organization, agent }: AllLeadsQuery): SQL | undefined =>
  and(organization ? eq(leadTotals.organizationId, organization) : undefined, isTotalOfAgent(agent));

/** The organization of a lead, also of a deleted one; undefined if there is no such lead. */
export async function findOrganizationOf(db: Db, leadId: string): Promise<string | undefined> {
  const [lead] = await db
    .select({ organizationId: leads.organizationId })
    .from(leads)
    .where(eq(leads.id, leadId));
  return lead?.organizationId;
}
