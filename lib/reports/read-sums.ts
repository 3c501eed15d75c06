import 'server-only';
import { and, count, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import type { StatusSum } from './figures';
import { addDays, type Period } from './period';

/** Whose leads: of one organization, or of all. Who asks decides whose they may see. */
export type Scope = { organizationId?: string };

/** The leads of each status: of each agent of an organization, or of each organization. Values are exact in the database. */
export async function readStatusSums(
  db: Db,
  { scope, period }: { scope: Scope; period: Period },
): Promise<(StatusSum & { id: string })[]> {
  const id = scope.organizationId === undefined ? leads.organizationId : leads.agentId;
  const isNow = gte(leads.submittedAt, startOf(period.now.from));
  // The days of the period before that are not to be compared yet are after its last day.
  const isBefore = lt(leads.submittedAt, endOf(period.before.to));
  const sumOf = (which: SQL) =>
    sql`coalesce(sum(${leads.value}) filter (where ${which}), 0)::text`.mapWith(toNumber);
  return db
    .select({
      id,
      status: leads.status,
      count: sql<number>`(count(*) filter (where ${isNow}))::int`,
      countBefore: sql<number>`(count(*) filter (where ${isBefore}))::int`,
      value: sumOf(isNow),
      valueBefore: sumOf(isBefore),
    })
    .from(leads)
    .where(submittedIn(scope, { from: period.before.from, to: period.counted.to }))
    .groupBy(id, leads.status);
}

/** Sums beyond the largest number stay at it. */
function toNumber(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
}

/** How many leads were submitted in each bar of the period, by status: of each agent, or organization. */
export async function readBars(
  db: Db,
  { scope, period }: { scope: Scope; period: Period },
): Promise<{ bar: number; id: string; status: string; count: number }[]> {
  const id = scope.organizationId === undefined ? leads.organizationId : leads.agentId;
  const seconds = ((period.weeks / period.bars.length) * WEEK_MS) / 1000;
  const since = sql`${leads.submittedAt} - ${startOf(period.counted.from).toISOString()}::timestamptz`;
  const bar = sql<number>`floor(extract(epoch from ${since}) / ${sql.raw(String(seconds))})::int`;
  return db
    .select({ bar, id, status: leads.status, count: count() })
    .from(leads)
    .where(submittedIn(scope, period.counted))
    .groupBy(sql`1`, id, leads.status);
}

const WEEK_MS = 7 * 86_400_000;

function submittedIn({ organizationId }: Scope, { from, to }: { from: string; to: string }): SQL | undefined {
  return and(
    organizationId === undefined ? undefined : eq(leads.organizationId, organizationId),
    isNull(leads.deletedAt),
    gte(leads.submittedAt, startOf(from)),
    lt(leads.submittedAt, endOf(to)),
  );
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
const endOf = (day: string) => startOf(addDays(day, 1));

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
