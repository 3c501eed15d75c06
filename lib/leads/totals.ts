import 'server-only';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { NO_AGENT } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { leadTotals } from '@/lib/db/schema/leads';
import { totalsVisibleTo } from './visible-to';

/** Numbers of leads, from kept totals. */
export type Totals = {
  /** The viewer's leads with the query's status and agent. */
  total: number;
  /** The same with any status. */
  all: number;
  /** Everybody's, as the database estimates. */
  stored: number;
};

/**
 * How many leads the filters by agent and status leave, whatever other filters there are.
 *
 * @param statuses what `findStatuses` says about the filter by status
 */
export function readTotals(
  db: Db,
  viewer: Viewer,
  { agent, statuses }: { agent: string; statuses: string[] | undefined },
): Promise<Totals> {
  return sumTotals(db, { owned: and(totalsVisibleTo(viewer), isTotalOfAgent(agent)), statuses });
}

/** Totals of an agent, or of none; undefined for those of all. */
export function isTotalOfAgent(agent: string): SQL | undefined {
  return agent ? eq(leadTotals.agentId, agent === NO_AGENT ? '' : agent) : undefined;
}

/** The totals of these agents; of any status without `statuses`. */
export async function sumTotals(
  db: Db,
  { owned, statuses }: { owned: SQL | undefined; statuses: string[] | undefined },
): Promise<Totals> {
  const isCounted = statuses ? inArray(leadTotals.status, statuses) : sql`true`;
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${leadTotals.count}) filter (where ${isCounted}), 0)::double precision`,
      all: sql<number>`coalesce(sum(${leadTotals.count}), 0)::double precision`,
      stored: sql<number>`(select reltuples from pg_class where oid = 'leads'::regclass)::double precision`,
    })
    .from(leadTotals)
    .where(owned);
  const { total = 0, all = 0, stored = 0 } = row ?? {};
  // Before the first statistics the estimate is -1.
  return { total, all, stored: Math.max(stored, all) };
}
