import 'server-only';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { getOmittedFields } from '@/lib/leads/partial-rows';
import type { FullSync } from './full-sync-state';
import { refreshWork } from './refresh';

/** The maximum of leads one full sync has read because the list omits fields; the others wait for the next. */
const MAX_READS = 500;
/** The number of leads read to learn what the list omits. */
const SAMPLES = 3;

type ReadRequest = { fullSync: Pick<FullSync, 'id'>; now: Date };

/** Requests reads of single leads, at the lowest priority; their results count for this full sync. */
export async function askForReads(
  tx: Db,
  { fullSync, leadIds, now }: ReadRequest & { leadIds: readonly string[] },
): Promise<void> {
  const why = { event: 'full-sync', fullSyncId: fullSync.id, priority: PRIORITY.low, now };
  const works = [...new Set(leadIds)].map((leadId) => refreshWork({ leadId, ...why }));
  await enqueueAll(tx, works);
}

/**
 * Requests reads of leads that the list may show in part: new or changed ones, longest waiting first; if the
 * list is known to omit something, also those never read individually; while that is unknown, a few of these
 * to learn it. If nothing changed and everything is known, none.
 */
export async function askForUnread(tx: Db, { fullSync, now }: ReadRequest): Promise<void> {
  const wanted = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(leads.needsRead, isNull(leads.deletedAt)))
    .orderBy(asc(leads.readOrder))
    .limit(MAX_READS);
  const unread = await listUnread(tx, MAX_READS - wanted.length);
  await askForReads(tx, { fullSync, leadIds: [...wanted, ...unread].map(({ id }) => id), now });
}

async function listUnread(tx: Db, room: number): Promise<{ id: string }[]> {
  const omits = await getOmittedFields(tx);
  if (omits?.length === 0) return [];
  const isPartial = omits !== undefined;
  const unread = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(leads.fromList, eq(leads.needsRead, false), isNull(leads.deletedAt)))
    .orderBy(desc(leads.submittedAt))
    .limit(isPartial ? room : Math.min(room, SAMPLES));
  const ids = unread.map(({ id }) => id);
  if (isPartial && ids.length > 0)
    await tx.update(leads).set({ needsRead: true }).where(inArray(leads.id, ids));
  return unread;
}
