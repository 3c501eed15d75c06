import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { isFiltered, type LeadsQuery } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { orderBy } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { filterLeads } from './filter';
import { countMatches, countRows, type Ordered } from './matches';
import { findStatuses } from './statuses-of';
import { readTotals, type Totals } from './totals';

/** Counting stops here when no kept total covers the filter. */
const MAX_COUNT = 1_000;
/** More matches than this are not looked up. */
const MAX_EXPECTED = 5_000;

/** `capped`: there are more than `count`. */
export type Count = { count: number; capped: boolean };

/** How many leads match. From kept totals where they apply, else counted up to 1,000 at most. */
export async function countLeads(
  db: Db,
  viewer: Viewer,
  { query, timeZone }: { query: LeadsQuery; timeZone: string },
): Promise<Count> {
  const statuses = await findStatuses(db, query.status);
  const kept = () => readTotals(db, viewer, { agent: query.agent, statuses });
  const isKept = !isFiltered({ ...query, status: '', agent: '' });
  if (isKept) return { count: (await kept()).total, capped: false };
  const filter = filterLeads(viewer, { query, timeZone, statuses, sort: 'submitted' });
  return countFiltered(db, { filter, columns: [leads.submittedAt, leads.id], direction: 'desc' }, kept);
}

/** How many leads match a filter that no kept total covers, counted up to 1,000 at most. */
export async function countFiltered(
  db: Db,
  task: Pick<Ordered, 'filter' | 'columns' | 'direction'>,
  readKept: () => Promise<Totals>,
): Promise<Count> {
  const limit = MAX_COUNT + 1;
  if (!task.filter.compared) {
    // In order, so that the index of the order ends the reading, whatever the database expects to find.
    const some = db
      .select({ id: leads.id })
      .from(leads)
      .where(task.filter.indexed)
      .orderBy(...orderBy(task.columns, task.direction))
      .limit(limit);
    return toCount(await countRows(db, some.getSQL()));
  }
  const counted = { limit, maxExpected: MAX_EXPECTED, totals: await readKept() };
  const { count, isComplete } = await countMatches(db, { ...task, ...counted });
  if (isComplete || count > MAX_COUNT) return toCount(count);
  // So many that the exact number is of little use: said as "more than", and rounded accordingly.
  return { count: Math.floor((count - 1) / 10) * 10, capped: true };
}

function toCount(count: number): Count {
  return { count: Math.min(count, MAX_COUNT), capped: count > MAX_COUNT };
}
