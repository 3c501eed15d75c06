import 'server-only';
import { and, eq, type SQL } from 'drizzle-orm';
import { toWaiting } from '@/lib/answer-clock/waiting';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { cursorColumns, cutPage, type Direction, orderBy, rowsAfterCursor, toCursor } from '@/lib/db/paging';
import { leads, leadTotals } from '@/lib/db/schema/leads';
import { agents, organizations } from '@/lib/db/schema/people';
import { agentLabel } from './agent-label';
import { isLongEnough, orderOf } from './all-leads-order';
import { type Count, countFiltered } from './count';
import { toName } from './list';
import { pageWhere } from './matches';
import { isTotalOfAgent, sumTotals } from './totals';

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
