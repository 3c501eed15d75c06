import 'server-only';
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type ANSWER_TIME_KINDS, answerTimes } from '@/lib/db/schema/answer-clock';
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

export type AnswerTimes = {
  /** Only of a group: of an agent, both; of an organization, its id. */
  organizationId?: string;
  agentId?: string;
  /** How many times were measured. */
  count: number;
  /** Undefined if none was measured. At most 4.5 % off, like any of these times. */
  medianMs?: number;
  /** What nine in ten stay within. */
  p90Ms?: number;
};

/**
 * The times to the first answer: one row for each agent or organization that has any, with `groupBy`; exactly one row
 * without. Sums kept figures and reads no lead.
 */
export function readAnswerTimes(db: Db, query: AnswerTimesQuery): Promise<AnswerTimes[]> {
  return readTimes(db, { ...query, kind: 'answer', status: '' });
}

/** The same for the times that leads were in a status, of those that left it. */
export function readStatusTimes(
  db: Db,
  query: AnswerTimesQuery & { status: string },
): Promise<AnswerTimes[]> {
  return readTimes(db, { ...query, kind: 'status' });
}

type TimesQuery = AnswerTimesQuery & { kind: (typeof ANSWER_TIME_KINDS)[number]; status: string };

async function readTimes(db: Db, query: TimesQuery): Promise<AnswerTimes[]> {
  const upTo = db.$with('up_to').as(sumsOf(db, query));
  // As the nearest rank: a time that was measured, and no mean of two.
  const within = (share: number) =>
    sql<number>`min(${upTo.bucket}) filter (where ${upTo.sum} >= ${upTo.total} * ${share}::numeric)::int`;
  const rows = await db
    .with(upTo)
    .select({
      organizationId: upTo.organizationId,
      agentId: upTo.agentId,
      count: sql<number>`max(${upTo.total})::int`,
      median: within(0.5),
      p90: within(0.9),
    })
    .from(upTo)
    .groupBy(upTo.organizationId, upTo.agentId)
    .orderBy(upTo.organizationId, upTo.agentId);
  const found = rows.map(({ organizationId, agentId, count, median, p90 }) => ({
    ...(query.groupBy && { organizationId, ...(query.groupBy === 'agent' && { agentId }) }),
    ...{ count, medianMs: middleOf(median), p90Ms: middleOf(p90) },
  }));
  return query.groupBy || found.length > 0 ? found : [{ count: 0 }];
}

/** For each group and bucket, how many times are up to that long, and how many the group has. */
function sumsOf(db: Db, query: TimesQuery) {
  const { bucket } = answerTimes;
  const organizationId = query.groupBy ? answerTimes.organizationId : sql<string>`''::text`;
  const agentId = query.groupBy === 'agent' ? answerTimes.agentId : sql<string>`''::text`;
  const group = sql`${organizationId}, ${agentId}`;
  const count = sql`sum(${answerTimes.count})`;
  return db
    .select({
      organizationId: sql<string>`${organizationId}`.as('organization_id'),
      agentId: sql<string>`${agentId}`.as('agent_id'),
      bucket,
      sum: sql<number>`sum(${count}) over (partition by ${group} order by ${bucket})`.as('sum'),
      total: sql<number>`sum(${count}) over (partition by ${group})`.as('total'),
    })
    .from(answerTimes)
    .where(whereOf(query))
    .groupBy(sql`${group}, ${bucket}`)
    .having(sql`${count} > 0`);
}

function whereOf({ kind, status, organizationId, agentId, from, to }: TimesQuery): SQL | undefined {
  return and(
    eq(answerTimes.kind, kind),
    eq(answerTimes.status, status),
    organizationId === undefined ? undefined : eq(answerTimes.organizationId, organizationId),
    agentId === undefined ? undefined : eq(answerTimes.agentId, agentId),
    from && gt(answerTimes.week, dayOf(from.getTime() - WEEK_MS + MARGIN_MS)),
    to && lte(answerTimes.week, dayOf(to.getTime() - MARGIN_MS - 1)),
  );
}

/** The day in UTC of a moment. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
