import 'server-only';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import {
  cursorColumns,
  cutPage,
  type Direction,
  type OrderKey,
  orderBy,
  rowsAfterCursor,
  toCursor,
} from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { agents, organizations } from '@/lib/db/schema/people';
import { isWaitingBefore, toWaiting, waitingSince } from '@/lib/response-times/waiting';
import { agentLabel } from './agent-label';
import { isInStatus, isOfAgent, isSubmittedIn } from './filter';
import { toName } from './list';
import { type Count, countMatches, isAmongFirst } from './matching';
import { isFound } from './search-tokens';
import { findStatuses } from './statuses-of';

/** The leads of all organizations, for admins. Those who ask check that before. */

const PAGE_ROWS = 25;

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
  /** Since when it has been waiting: for a first response, or since it was opened again. */
  waitingSince?: string;
};

/** Those without a value are the lowest. */
const BY_VALUE = [leads.sortValue, leads.id];
/** The newest first; of those that wait, the longest. */
const NEWEST = { columns: [leads.submittedAt, leads.id], direction: 'desc' } as const;
const LONGEST = { columns: [waitingSince, leads.id], direction: 'asc' } as const;

function orderOf({ byValue, waitingBefore }: AllLeadsQuery): {
  columns: readonly OrderKey[];
  direction: Direction;
} {
  if (byValue) return { columns: BY_VALUE, direction: byValue };
  return waitingBefore ? LONGEST : NEWEST;
}

async function filterOf(db: Db, query: AllLeadsQuery): Promise<SQL | undefined> {
  const { organization, agent, status, waitingBefore } = query;
  return and(
    isNull(leads.deletedAt),
    organization ? eq(leads.organizationId, organization) : undefined,
    isOfAgent(agent),
    isInStatus(await findStatuses(db, status)),
    isSubmittedIn(query),
    isWaitingBefore(waitingBefore),
    isFound(query.q),
  );
}

/** One page of the matching leads. */
export async function listAllLeads(
  db: Db,
  query: AllLeadsQuery,
): Promise<{ rows: AnyLead[]; next?: string }> {
  const { columns, direction } = orderOf(query);
  const { after: cursor } = query;
  const after = cursor === undefined ? undefined : rowsAfterCursor({ columns, direction, cursor });
  const where = and(await filterOf(db, query), after);
  const limit = PAGE_ROWS + 1;
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
      firstResponseAt: leads.firstResponseAt,
      ...cursorColumns(columns),
    })
    .from(leads)
    .leftJoin(organizations, eq(organizations.id, leads.organizationId))
    .leftJoin(agents, and(eq(agents.organizationId, leads.organizationId), eq(agents.id, leads.agentId)))
    .where(query.q === '' ? where : isAmongFirst({ where, columns, direction, limit }))
    .orderBy(...orderBy(columns, direction))
    .limit(limit);
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

/** How many leads match, on all pages. */
export async function countAllLeads(db: Db, query: Omit<AllLeadsQuery, 'after' | 'byValue'>): Promise<Count> {
  return countMatches(db, await filterOf(db, query));
}

/** Whose a lead is, also a deleted one; undefined if there is no such lead. */
export async function findOwnerOf(
  db: Db,
  leadId: string,
): Promise<{ organizationId: string; agentId: string } | undefined> {
  const [owner] = await db
    .select({ organizationId: leads.organizationId, agentId: leads.agentId })
    .from(leads)
    .where(eq(leads.id, leadId));
  return owner;
}
