import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { isFiltered, type LeadsQuery } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { filterLeads } from './filter';
import { countMatches, countRows } from './matches';
import { findStatuses } from './statuses-of';
import { readTotals } from './totals';

/** Counting stops here when no kept total covers the filter. */
const MAX_COUNT = 1_000;
/** More matches than this are not looked up. */
const MAX_EXPECTED = 5_000;

type Count = { count: number; capped: boolean };

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
  const limit = MAX_COUNT + 1;
  if (!filter.compared) {
    const some = db.select({ id: leads.id }).from(leads).where(filter.indexed).limit(limit);
    return toCount(await countRows(db, some.getSQL()));
  }
  const { count, isComplete } = await countMatches(db, {
    ...{ filter, columns: [leads.submittedAt, leads.id], direction: 'desc' },
    ...{ limit, maxExpected: MAX_EXPECTED, totals: await kept() },
  });
  if (isComplete || count > MAX_COUNT) return toCount(count);
  // So many that the exact number is of little use: said as "more than", and rounded accordingly.
  return { count: Math.floor((count - 1) / 10) * 10, capped: true };
}

function toCount(count: number): Count {
  return { count: Math.min(count, MAX_COUNT), capped: count > MAX_COUNT };
}
