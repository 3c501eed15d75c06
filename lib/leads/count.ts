import 'server-only';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { isFiltered, type LeadsQuery } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { leads, leadTotals } from '@/lib/db/schema/leads';
import { filterLeads } from './filter';
import { allMatches, matchesAmongFirst } from './matches';
import { totalsVisibleTo } from './visible-to';

/** Counting stops here when no kept total covers the filter. */
const MAX_COUNT = 1_000;
/** The newest leads that are compared with a filter before its matches are looked up. */
const ROWS_COMPARED = 1_000;
/** More matches than this, by what the newest leads suggest, are not looked up. */
const MAX_EXPECTED = 5_000;
/** Fewer matches among the newest leads are no basis for an estimate. */
const MIN_SEEN = 11;

type Count = { count: number; capped: boolean };

/** How many leads match. From kept totals where they apply, else counted up to 1,000 at most. */
export async function countLeads(
  db: Db,
  viewer: Viewer,
  { query, timeZone }: { query: LeadsQuery; timeZone: string },
): Promise<Count> {
  const total = !isFiltered({ ...query, status: '', agent: '' });
  if (total) return { count: await readTotal(db, viewer, query), capped: false };
  const filter = filterLeads(viewer, { query, timeZone, sort: 'submitted' });
  const task = { filter, columns: [leads.submittedAt], direction: 'desc' as const, limit: MAX_COUNT + 1 };
  if (!filter.compared) {
    const some = db.select({ id: leads.id }).from(leads).where(filter.indexed).limit(task.limit);
    return countOf(db, sql`${some}`);
  }
  const { ids, compared } = await matchesAmongFirst(db, { ...task, rows: ROWS_COMPARED });
  if (compared < ROWS_COMPARED || ids.length > MAX_COUNT) return capped(ids.length);
  const expected = (ids.length / compared) * (await readTotal(db, viewer, query));
  // So many that the exact number is of little use: said as "more than", and rounded accordingly.
  if (ids.length >= MIN_SEEN && expected > MAX_EXPECTED)
    return { count: Math.floor((ids.length - 1) / 10) * 10, capped: true };
  return countOf(db, allMatches({ ...task, columns: [] }));
}

async function countOf(db: Db, ids: SQL): Promise<Count> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(sql`${ids} as matches`);
  return capped(row?.count ?? 0);
}

function capped(count: number): Count {
  return { count: Math.min(count, MAX_COUNT), capped: count > MAX_COUNT };
}

async function readTotal(db: Db, viewer: Viewer, { status, agent }: LeadsQuery): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${leadTotals.count}), 0)::double precision` })
    .from(leadTotals)
    .where(
      and(
        totalsVisibleTo(viewer),
        status ? eq(leadTotals.status, status) : undefined,
        agent ? eq(leadTotals.agentId, agent) : undefined,
      ),
    );
  return row?.count ?? 0;
}
