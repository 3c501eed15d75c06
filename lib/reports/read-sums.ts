import 'server-only';
import { and, between, type Column, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { unpackCounts } from '@/lib/core/packed-counts';
import type { Db } from '@/lib/db/handle';
import { agentCounts, organizationSums, statusPlaces } from '@/lib/db/schema/reports';
import { submissions } from '@/lib/db/schema/submissions';
import type { StatusSum } from './figures';
import { addDays, type Period } from './period';

/** Whose leads: of one organization, or of all. Who asks decides whose they may see. */
export type Scope = { organizationId?: string };

type Sums = typeof agentCounts | typeof organizationSums;

/** The sums of each status: of everything in the scope, or of each of its organizations. */
export async function readStatusSums(
  db: Db,
  { scope, period, by }: { scope: Scope; period: Period; by?: 'organization' },
): Promise<(StatusSum & { id: string })[]> {
  const { count, status, organizationId } = organizationSums;
  const counted = sumsOf(organizationSums, { column: count, period });
  return db
    .select({
      ...{ id: by ? organizationId : sql<string>`''`, status },
      ...{ count: counted.now.mapWith(Number), countBefore: counted.before.mapWith(Number) },
      ...valuesOf(organizationSums, period),
    })
    .from(organizationSums)
    .where(and(inScope(organizationSums, scope), inPeriods(organizationSums, period)))
    .groupBy(...(by ? [sql`1`] : []), status);
}

/** The same of each agent of an organization. The value is kept of all statuses together: it comes in a row of its own, of no leads. */
export async function readAgentSums(
  db: Db,
  { organizationId, period }: { organizationId: string; period: Period },
): Promise<(StatusSum & { id: string })[]> {
  const { agentId, part, counts } = agentCounts;
  const packed = sumsOf(agentCounts, { column: counts, period });
  const rows = await db
    .select({
      ...{ id: agentId, part },
      ...{ counts: packed.now.mapWith(unpackCounts), countsBefore: packed.before.mapWith(unpackCounts) },
      ...valuesOf(agentCounts, period),
    })
    .from(agentCounts)
    .where(and(eq(agentCounts.organizationId, organizationId), inPeriods(agentCounts, period)))
    .groupBy(agentId, part);
  // Afterwards: a status that is new in these rows has its place by now.
  const places = await db
    .select({ status: statusPlaces.status, place: statusPlaces.place })
    .from(statusPlaces)
    .where(eq(statusPlaces.organizationId, organizationId));
  const statuses = new Map(places.map(({ place, status }) => [place, status]));
  return rows.flatMap(({ id, part, counts, countsBefore, ...values }) => {
    const sums = Array.from({ length: Math.max(counts.length, countsBefore.length) }, (_, index) => ({
      ...{ id, status: statuses.get(part * STATUSES_OF_PART + index) ?? '', value: 0, valueBefore: 0 },
      ...{ count: counts[index] ?? 0, countBefore: countsBefore[index] ?? 0 },
    }));
    return [...sums, { id, status: '', count: 0, countBefore: 0, ...values }];
  });
}

/** As in `report_sums_keep`, the trigger. */
const STATUSES_OF_PART = 64;

/** The sum of a column in the period and in the one before; each as text: exact, it may exceed any double precision column. */
function sumsOf(table: Sums, { column, period }: { column: Column; period: Period }) {
  const isNow = sql`${table.start} >= ${period.now.from}`;
  const sumOf = (which: SQL) => sql`coalesce(sum(${column}) filter (where ${which}), 0)`;
  const weeksBefore = sumOf(sql`not ${isNow} and ${table.unit} = 'week'`);
  // The days of the period before that are not to be compared yet are in its last week.
  return {
    now: sql`${sumOf(isNow)}::text`,
    before: sql`(${weeksBefore} - ${sumOf(sql`${table.unit} = 'day'`)})::text`,
  };
}

function valuesOf(table: Sums, period: Period) {
  const { now, before } = sumsOf(table, { column: table.value, period });
  return { value: now.mapWith(toNumber), valueBefore: before.mapWith(toNumber) };
}

function inPeriods(table: Sums, { now, before }: Period): SQL | undefined {
  const weeks = and(eq(table.unit, 'week'), between(table.start, before.from, now.to));
  const tooLate = between(table.start, addDays(before.to, 1), addDays(now.from, -1));
  return or(weeks, and(eq(table.unit, 'day'), tooLate));
}

const inScope = (table: typeof organizationSums, { organizationId }: Scope) =>
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
