import 'server-only';
import { desc, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/portal';
import { findValueCurrency } from '@/lib/portal/currency';
import { getServiceHealth } from '@/lib/portal/health';
import { getOwnStatuses } from '@/lib/portal/status-settings';
import { listPendingRows } from '@/lib/submissions/pending';
import { countLeads, listAgents, listLeads, listTiles, readConfirmedAt } from './list';
import { isFiltered, type LeadsPage, type LeadsQuery } from './view';

/** Everything the dashboard shows, from our database alone: reading it never calls the service. */
export async function getLeadsPage(
  db: Db,
  viewer: Viewer,
  { query, timeZone, now }: { query: LeadsQuery; timeZone: string; now: Date },
): Promise<LeadsPage> {
  const [list, tiles, total, agents, health, currency, ownStatuses] = await Promise.all([
    listLeads(db, viewer, { query, timeZone }),
    listTiles(db, viewer),
    countLeads(db, viewer, { query, timeZone }),
    listAgents(db, viewer),
    getServiceHealth(db),
    findValueCurrency(db),
    getOwnStatuses(db),
  ]);
  const ids = list.rows.map((row) => row.id);
  const confirmedAt = (await readConfirmedAt(db, viewer, ids)) ?? (await readLastSweep(db));
  const pageCount = total.capped ? undefined : Math.max(1, Math.ceil(total.count / query.size));
  const first = query.page === 1 && !isFiltered(query);
  return {
    query: { ...query, page: pageCount === undefined ? query.page : Math.min(query.page, pageCount) },
    ...list,
    ownStatuses,
    rows: list.rows.map((row) => ({ ...row, currency })),
    pending: first ? (await listPendingRows(db, viewer)).map((row) => ({ ...row, currency })) : [],
    tiles: tiles.map((tile) => ({ ...tile, currency })),
    total,
    pageCount,
    agents,
    readAt: now.toISOString(),
    confirmedAt: confirmedAt?.toISOString(),
    serviceDownSince: health.failingSince?.toISOString(),
  };
}

/** When a whole list was last read: what an empty dashboard can say about itself. */
async function readLastSweep(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ startedAt: sweeps.startedAt })
    .from(sweeps)
    .where(eq(sweeps.state, 'complete'))
    .orderBy(desc(sweeps.startedAt))
    .limit(1);
  return row?.startedAt;
}
