import 'server-only';
import { and, between, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { agentSums, organizationSums } from '@/lib/db/schema/reports';
import { submissions } from '@/lib/db/schema/submissions';
import type { StatusSum } from './figures';
import { addDays, type Period } from './period';

/** Whose leads: of one organization, or of all. Who asks decides whose they may see. */
export type Scope = { organizationId?: string };

type Sums = typeof agentSums | typeof organizationSums;

/** The sums of each status: of everything in the scope, or of each of its agents or organizations. */
export async function readStatusSums(
  db: Db,
  { scope, period, by }: { scope: Scope; period: Period; by?: 'agent' | 'organization' },
): Promise<(StatusSum & { id: string })[]> {
  const table = by === 'agent' ? agentSums : organizationSums;
  const ids = { agent: agentSums.agentId, organization: organizationSums.organizationId };
  const id = by ? sql<string>`${ids[by]}` : sql<string>`''`;
  // The days of the period before that are not to be compared yet are in its last week.
  const sign = sql`case ${table.unit} when 'day' then -1 else 1 end`;
  const isNow = sql`${table.start} >= ${period.now.from}`;
  const counted = (which: SQL) =>
    sql<number>`coalesce(sum(${sign} * ${table.count}) filter (where ${which}), 0)::double precision`;
  // As text: an exact sum may exceed any double precision column.
  const worth = (which: SQL) =>
    sql`coalesce(sum(${sign} * ${table.value}) filter (where ${which}), 0)::text`.mapWith(toNumber);
  return db
    .select({
      ...{ id, status: table.status, count: counted(isNow), value: worth(isNow) },
      ...{ countBefore: counted(sql`not ${isNow}`), valueBefore: worth(sql`not ${isNow}`) },
    })
    .from(table)
    .where(and(inScope(table, scope), inPeriods(table, period)))
    .groupBy(...(by ? [sql`1`] : []), table.status);
}

function inPeriods(table: Sums, { now, before }: Period): SQL | undefined {
  const weeks = and(eq(table.unit, 'week'), between(table.start, before.from, now.to));
  const tooLate = between(table.start, addDays(before.to, 1), addDays(now.from, -1));
  return or(weeks, and(eq(table.unit, 'day'), tooLate));
}

const inScope = (table: Sums, { organizationId }: Scope) =>
  organizationId === undefined ? undefined : eq(table.organizationId, organizationId);

/** Sums beyond the largest number stay at it. */
function toNumber(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
}

/** How many leads were submitted in each week, by status. */
export async function readWeeks(
  db: Db,
  { scope, period }: { scope: Scope; period: Period },
): Promise<{ week: string; status: string; count: number }[]> {
  const { unit, start, status, count } = organizationSums;
  return db
    .select({ week: start, status, count: sql<number>`sum(${count})::double precision` })
    .from(organizationSums)
    .where(
      and(inScope(organizationSums, scope), eq(unit, 'week'), between(start, period.now.from, period.now.to)),
    )
    .groupBy(start, status)
    .having(sql`sum(${count}) > 0`);
}

/** How many submissions wait for a correction, whenever they were made: by agent of an organization, or by organization. */
export async function readToCorrect(db: Db, { organizationId }: Scope): Promise<Map<string, number>> {
  const id = organizationId === undefined ? submissions.organizationId : submissions.agentId;
  const rows = await db
    .select({ id, count: count() })
    .from(submissions)
    .where(
      and(
        organizationId === undefined ? undefined : eq(submissions.organizationId, organizationId),
        sql`${submissions.state} = 'refused'`,
        isNull(submissions.replacedBy),
      ),
    )
    .groupBy(id);
  return new Map(rows.map((row) => [row.id, row.count]));
}
