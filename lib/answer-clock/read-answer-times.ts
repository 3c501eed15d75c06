import 'server-only';
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type ANSWER_TIME_KINDS, answerTimes, organizationTimes } from '@/lib/db/schema/answer-clock';
import { middleOf } from './bucket';

const WEEK_MS = 7 * 86_400_000;
/** The weeks of any time zone are those of UTC: a period that ends on a Monday in Honolulu does not reach into the next. */
const MARGIN_MS = 14 * 3_600_000;

type AnswerTimesQuery = {
  /** Without one: of all organizations. Who asks decides whose times they may see. */
  organizationId?: string;
  agentId?: string;
  /** Counts whole weeks (from Monday, in UTC) in which the answers came: those with more than 14 hours in the period. */
  from?: Date;
  to?: Date;
  groupBy?: 'agent' | 'organization';
};

/** Times that were measured, at most 4.5 % off. */
export type MeasuredTimes = {
  count: number;
  /** Undefined if none was measured. */
  medianMs?: number;
  /** What nine in ten stay within. */
  p90Ms?: number;
};

/** Of an agent, with both ids; of an organization, with its own; or of all, with neither. */
export type AnswerTimes = MeasuredTimes & { organizationId?: string; agentId?: string };

/**
 * The times to the first answer: one row for each agent or organization that has any, with `groupBy`; exactly one row
 * without. Sums kept figures and reads no lead.
 */
export async function readAnswerTimes(db: Db, query: AnswerTimesQuery): Promise<AnswerTimes[]> {
  const { groupBy } = query;
  const rows = await readTimes(db, { ...query, kind: 'answer' });
  const found = rows.map(({ organizationId, agentId, times }) => ({
    ...(groupBy && { organizationId, ...(groupBy === 'agent' && { agentId }) }),
    ...times,
  }));
  return groupBy || found.length > 0 ? found : [{ count: 0 }];
}

/** The same for the times that leads were in a status, of those that left it, by status. */
export async function readStatusTimes(
  db: Db,
  query: Omit<AnswerTimesQuery, 'groupBy'>,
): Promise<(MeasuredTimes & { status: string })[]> {
  const rows = await readTimes(db, { ...query, kind: 'status', groupBy: 'status' });
  return rows.map(({ status, times }) => ({ status, ...times }));
}

type TimesQuery = Omit<AnswerTimesQuery, 'groupBy'> & {
  kind: (typeof ANSWER_TIME_KINDS)[number];
  groupBy?: AnswerTimesQuery['groupBy'] | 'status';
};

async function readTimes(db: Db, query: TimesQuery) {
  const upTo = db.$with('up_to').as(sumsOf(db, query));
  // As the nearest rank: a time that was measured, and no mean of two.
  const within = (share: number) =>
    sql<number>`min(${upTo.bucket}) filter (where ${upTo.sum} >= ${upTo.total} * ${share}::numeric)::int`;
  const rows = await db
    .with(upTo)
    .select({
      organizationId: upTo.organizationId,
      agentId: upTo.agentId,
      status: upTo.status,
      count: sql<number>`max(${upTo.total})::int`,
      median: within(0.5),
      p90: within(0.9),
    })
    .from(upTo)
    .groupBy(upTo.organizationId, upTo.agentId, upTo.status)
    .orderBy(upTo.organizationId, upTo.agentId, upTo.status);
  return rows.map(({ count, median, p90, ...group }) => ({
    ...group,
    times: { count, medianMs: middleOf(median), p90Ms: middleOf(p90) },
  }));
}

/** For each group and bucket, how many times are up to that long, and how many the group has. */
function sumsOf(db: Db, query: TimesQuery) {
  const { groupBy } = query;
  const isOfAgents = groupBy === 'agent' || query.agentId !== undefined;
  const table = isOfAgents ? answerTimes : organizationTimes;
  const { bucket } = table;
  const organizationId = groupBy === 'agent' || groupBy === 'organization' ? table.organizationId : NOTHING;
  const agentId = groupBy === 'agent' ? answerTimes.agentId : NOTHING;
  const status = groupBy === 'status' ? table.status : NOTHING;
  const group = sql`${organizationId}, ${agentId}, ${status}`;
  const count = sql`sum(${table.count})`;
  return db
    .select({
      organizationId: sql<string>`${organizationId}`.as('organization_id'),
      agentId: sql<string>`${agentId}`.as('agent_id'),
      status: sql<string>`${status}`.as('status'),
      bucket: sql<number>`${bucket}`.as('bucket'),
      sum: sql<number>`sum(${count}) over (partition by ${group} order by ${bucket})`.as('sum'),
      total: sql<number>`sum(${count}) over (partition by ${group})`.as('total'),
    })
    .from(table)
    .where(and(whereOf(table, query), query.agentId ? eq(answerTimes.agentId, query.agentId) : undefined))
    .groupBy(sql`${group}, ${bucket}`)
    .having(sql`${count} > 0`);
}

const NOTHING = sql<string>`''::text`;

function whereOf(
  table: typeof answerTimes | typeof organizationTimes,
  { kind, organizationId, from, to }: TimesQuery,
): SQL | undefined {
  return and(
    eq(table.kind, kind),
    kind === 'answer' ? eq(table.status, '') : undefined,
    organizationId === undefined ? undefined : eq(table.organizationId, organizationId),
    from && gt(table.week, dayOf(from.getTime() - WEEK_MS + MARGIN_MS)),
    to && lte(table.week, dayOf(to.getTime() - MARGIN_MS - 1)),
  );
}

/** The day in UTC of a moment. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
