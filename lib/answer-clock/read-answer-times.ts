import 'server-only';
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import {
  type ANSWER_TIME_KINDS,
  agentHistograms,
  organizationHistograms,
} from '@/lib/db/schema/answer-clock';
import { type MeasuredTimes, toTimes } from './histogram';

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
  const { groupBy, agentId } = query;
  const table = groupBy === 'agent' || agentId !== undefined ? agentHistograms : organizationHistograms;
  const rows = await db
    .select({
      organizationId: groupBy === 'agent' || groupBy === 'organization' ? table.organizationId : NOTHING,
      agentId: groupBy === 'agent' ? agentHistograms.agentId : NOTHING,
      status: groupBy === 'status' ? table.status : NOTHING,
      histogram: sql<string>`sum(${table.counts})::text`,
    })
    .from(table)
    .where(and(whereOf(table, query), agentId ? eq(agentHistograms.agentId, agentId) : undefined))
    .groupBy(sql`1`, sql`2`, sql`3`)
    .having(sql`sum(${table.counts}) <> 0`)
    .orderBy(sql`1`, sql`2`, sql`3`);
  return rows.map(({ histogram, ...group }) => ({ ...group, times: toTimes(histogram) }));
}

const NOTHING = sql<string>`''::text`;

function whereOf(
  table: typeof agentHistograms | typeof organizationHistograms,
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
