import 'server-only';
import { and, eq, gte, isNull, lt, type SQL } from 'drizzle-orm';
import { PENDING, toWaiting } from '@/lib/answer-clock/waiting';
import type { Db } from '@/lib/db/handle';
import { cursorColumns, cutPage, type Direction, orderBy, rowsAfterCursor, toCursor } from '@/lib/db/paging';
import { leads, leadTotals } from '@/lib/db/schema/leads';
import { agents, organizations } from '@/lib/db/schema/people';
import { toName } from './list';
import { type Ordered, pageWhere } from './matches';
import { isFound } from './search-words';
import { sumTotals } from './totals';

/** The leads of all organizations, for admins. Those who ask check that before. */

const PAGE_ROWS = 25;
const COLUMNS = [leads.submittedAt, leads.id];

/** Which leads; '' and undefined leave a filter out. */
export type AllLeadsQuery = {
  q: string;
  organization: string;
  status: string;
  since?: Date;
  until?: Date;
  /** Only leads without an answer that were submitted before, the oldest first; else the newest first. */
  unansweredBefore?: Date;
  /** The cursor of a page after the first. */
  after?: string;
};

/** A lead of the admins' list. */
export type AnyLead = {
  id: string;
  name: string;
  company?: string;
  organizationName: string;
  agentId: string;
  /** Absent if this desk knows only the ID. */
  agentName?: string;
  status: string;
  submittedAt: string;
  /** Since when it has been waiting: for a first answer, or since it was opened again. */
  waitingSince?: string;
};

/** One page of the matching leads. Equally fast at any size, by the index of the order within the status. */
export async function listAllLeads(
  db: Db,
  query: AllLeadsQuery,
): Promise<{ rows: AnyLead[]; next?: string }> {
  const direction: Direction = query.unansweredBefore ? 'asc' : 'desc';
  const { after: cursor } = query;
  const after = cursor === undefined ? undefined : rowsAfterCursor({ columns: COLUMNS, direction, cursor });
  const task = { filter: filterOf(query), columns: COLUMNS, direction, after, limit: PAGE_ROWS + 1 };
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
      agentName: agents.name,
      status: leads.status,
      submittedAt: leads.submittedAt,
      statusSince: leads.statusSince,
      answeredAt: leads.answeredAt,
      ...cursorColumns(COLUMNS),
    })
    .from(leads)
    .leftJoin(organizations, eq(organizations.id, leads.organizationId))
    .leftJoin(agents, and(eq(agents.organizationId, leads.organizationId), eq(agents.id, leads.agentId)))
    .where(await pageWhere(db, task, () => sumTotals(db, ownedBy(query))))
    .orderBy(...orderBy(COLUMNS, direction))
    .limit(PAGE_ROWS + 1);
  const { page, hasMore } = cutPage(rows, PAGE_ROWS);
  const last = page.at(-1);
  return {
    rows: page.map((row) => ({
      id: row.id,
      name: toName(row),
      company: row.company ?? undefined,
      organizationName: row.organizationName ?? row.organizationId,
      agentId: row.agentId,
      agentName: row.agentName ?? undefined,
      status: row.status,
      submittedAt: row.submittedAt.toISOString(),
      waitingSince: toWaiting(row)?.since,
    })),
    next: hasMore && last ? toCursor(last, COLUMNS) : undefined,
  };
}

const statusOf = ({ status, unansweredBefore }: AllLeadsQuery) => (unansweredBefore ? PENDING : status);

function filterOf(query: AllLeadsQuery): Ordered['filter'] {
  const { organization, since, until, unansweredBefore } = query;
  const status = statusOf(query);
  const found = isFound(query.q);
  const indexed: SQL | undefined = and(
    isNull(leads.deletedAt),
    organization ? eq(leads.organizationId, organization) : undefined,
    status ? eq(leads.status, status) : undefined,
    // One that was opened again had an answer.
    unansweredBefore && isNull(leads.answeredAt),
    since && gte(leads.submittedAt, since),
    until && lt(leads.submittedAt, until),
    unansweredBefore && lt(leads.submittedAt, unansweredBefore),
  );
  return { indexed, compared: found?.text, lookup: found?.index, parts: undefined };
}

function ownedBy(query: AllLeadsQuery) {
  const { organization } = query;
  return {
    owned: organization ? eq(leadTotals.organizationId, organization) : undefined,
    status: statusOf(query),
  };
}

/** The organization of a lead, also of a deleted one; undefined if there is no such lead. */
export async function findOrganizationOf(db: Db, leadId: string): Promise<string | undefined> {
  const [lead] = await db
    .select({ organizationId: leads.organizationId })
    .from(leads)
    .where(eq(leads.id, leadId));
  return lead?.organizationId;
}
