import 'server-only';
import { and, eq, min, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Viewer } from '@/lib/auth/viewer';
import { isFiltered, type LeadSort, type LeadsQuery, toOtherFilters } from '@/lib/core/leads-query';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { cursorColumns, cutPage, type Direction, orderBy, rowsAfterCursor, toCursor } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { agents } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { toWaiting } from '@/lib/response-times/waiting';
import { agentLabel, listAgentLabels } from './agent-label';
import { filterLeads } from './filter';
import type { AgentChoice, LeadRow, StatusCount } from './list-view';
import { type Count, countMatches, isAmongFirst } from './matching';
import { findStatuses } from './statuses-of';
import { submissionsVisibleTo, visibleTo } from './visible-to';

/** The columns of each order; the id makes it total. An organization has an index for each. */
export const ORDER: Record<LeadSort, PgColumn[]> = {
  submitted: [leads.submittedAt, leads.id],
  changed: [leads.changedAt, leads.id],
  company: [leads.sortCompany, leads.sortName, leads.id],
  name: [leads.sortName, leads.id],
  value: [leads.sortValue, leads.id],
  status: [leads.status, leads.submittedAt, leads.id],
};

export type LeadList = { rows: LeadRow[]; nextAfter?: string; previousBefore?: string };
/** `size`: rows per page where it is not for a person, who chooses one of a few. */
type Listing = { query: LeadsQuery; timeZone: string; now?: Date; size?: number };

/** One page of the matching leads, with the cursors of its neighbours. */
export async function listLeads(db: Db, viewer: Viewer, listing: Listing): Promise<LeadList> {
  const { sort } = listing.query;
  const size = sizeOf(listing);
  const columns = ORDER[sort];
  const { direction, backwards, position } = placeOf(listing.query);
  const statuses = await findStatuses(db, listing.query.status);
  const where = and(filterLeads(viewer, { ...listing, statuses }), position);
  const page = { where, columns, direction, limit: size + 1 };
  const rows = await db
    .select({
      id: leads.id,
      submissionId: submissions.id,
      firstName: leads.firstName,
      lastName: leads.lastName,
      email: leads.email,
      company: leads.company,
      status: leads.status,
      statusSince: leads.statusSince,
      firstResponseAt: leads.firstResponseAt,
      value: leads.value,
      agentId: leads.agentId,
      agentName: agentLabel,
      submittedAt: leads.submittedAt,
      changedAt: leads.changedAt,
      ...cursorColumns(columns),
    })
    .from(leads)
    .leftJoin(agents, and(eq(agents.organizationId, leads.organizationId), eq(agents.id, leads.agentId)))
    .leftJoin(submissions, and(eq(submissions.leadId, leads.id), submissionsVisibleTo(viewer)))
    .where(listing.query.q === '' ? where : isAmongFirst(page))
    .orderBy(...orderBy(columns, direction))
    .limit(size + 1);

  const { page: shown, hasMore } = cutPage(rows, size);
  if (backwards) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  // The neighbour we came from exists; on the other side, the one extra row shows whether there is more.
  const hasNext = backwards || hasMore;
  const hasPrevious = backwards ? hasMore : position !== undefined;
  return {
    rows: shown.map(toRow),
    nextAfter: hasNext && last ? toCursor(last, columns) : undefined,
    previousBefore: hasPrevious && first ? toCursor(first, columns) : undefined,
  };
}

const sizeOf = ({ size, query }: Listing) => size ?? query.size;

/** Where the page begins and in which direction it is read. An invalid cursor means the first page. */
function placeOf({ sort, dir, after, before }: LeadsQuery) {
  const direction = before === undefined ? dir : opposite(dir);
  const cursor = before ?? after;
  const position =
    cursor === undefined ? undefined : rowsAfterCursor({ columns: ORDER[sort], direction, cursor });
  return position
    ? { direction, position, backwards: before !== undefined }
    : { direction: dir, position, backwards: false };
}

function opposite(direction: Direction): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}

type Selected = {
  company: string | null;
  id: string;
  submissionId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  status: string;
  statusSince: Date;
  firstResponseAt: Date | null;
  value: number | null;
  agentId: string;
  agentName: string | null;
  submittedAt: Date;
  changedAt: Date;
};

function toRow(row: Selected): LeadRow {
  return {
    id: row.id,
    submissionId: row.submissionId ?? undefined,
    name: toName(row),
    email: row.email,
    company: row.company ?? undefined,
    status: row.status,
    statusSince: row.statusSince.toISOString(),
    value: row.value ?? undefined,
    agentName: row.agentName ?? shortId(row.agentId),
    submittedAt: row.submittedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    waiting: toWaiting(row),
  };
}

/** A lead's display name: its person's name, else the email address, else the number. */
export function toName(lead: { id: string; firstName: string; lastName: string; email: string }): string {
  return `${lead.firstName} ${lead.lastName}`.trim() || lead.email || lead.id;
}

/** How many leads match. */
export async function countLeads(db: Db, viewer: Viewer, listing: Omit<Listing, 'size'>): Promise<Count> {
  const statuses = await findStatuses(db, listing.query.status);
  return countMatches(db, filterLeads(viewer, { ...listing, statuses }));
}

/**
 * The statuses of the viewer's leads, each with the number of its leads that match the query's other filters: a search
 * hides no status.
 */
export async function countByStatus(
  db: Db,
  viewer: Viewer,
  listing?: { query: LeadsQuery; timeZone: string; now?: Date },
): Promise<StatusCount[]> {
  const others = listing && toOtherFilters(listing.query);
  const counted = (where: SQL | undefined) =>
    db
      .select({ status: leads.status, count: sql<number>`count(*)::double precision` })
      .from(leads)
      .where(where)
      .groupBy(leads.status)
      .orderBy(leads.status);
  if (!others || !isFiltered(others)) return counted(visibleTo(viewer));
  const [all, matching] = await Promise.all([
    counted(visibleTo(viewer)),
    counted(filterLeads(viewer, { ...listing, query: others, statuses: undefined })),
  ]);
  const counts = new Map(matching.map(({ status, count }) => [status, count]));
  return all.map(({ status }) => ({ status, count: counts.get(status) ?? 0 }));
}

/** The agents a manager can filter by; empty for an agent, who sees only their own leads. */
export async function listAgents(db: Db, { membership }: Viewer): Promise<AgentChoice[]> {
  if (membership.role !== 'manager') return [];
  return listAgentLabels(db, { organizationId: membership.organizationId });
}

/** When the service last confirmed the viewer's leads: the oldest confirmation among these rows. */
export async function readConfirmedAt(db: Db, viewer: Viewer, ids: string[]): Promise<Date | undefined> {
  if (ids.length === 0) return undefined;
  const [row] = await db
    .select({ at: min(leads.confirmedAt) })
    .from(leads)
    .where(and(visibleTo(viewer), sql`${leads.id} in ${ids}`));
  return row?.at ?? undefined;
}
