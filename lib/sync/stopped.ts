import 'server-only';
import { asc, count, desc, eq, ne } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { refreshWork } from './refresh';
import { missingFrom } from './suspects';

/** A full sync that ended because too many leads were missing from the list, with some of them. */
export type StoppedFullSync = {
  fullSyncId: string;
  startedAt: Date;
  /** How many are missing by now. */
  missing: number;
  examples: { id: string; name: string; email: string; submittedAt: Date }[];
};

const EXAMPLES = 20;
/** Reads requested in one statement: as many as a page of the list may have had. */
const BATCH = 5_000;

/** The last full sync, if it stopped and leads are still missing; undefined if there is nothing to decide. */
export async function findStopped(db: Db): Promise<StoppedFullSync | undefined> {
  const last = await findLast(db);
  if (last?.state !== 'stopped') return undefined;
  const { id: fullSyncId, startedAt } = last;
  const [found] = await db.select({ missing: count() }).from(leads).where(missingFrom(db, last));
  const rows = await db
    .select({
      id: leads.id,
      firstName: leads.firstName,
      lastName: leads.lastName,
      email: leads.email,
      submittedAt: leads.submittedAt,
    })
    .from(leads)
    .where(missingFrom(db, last))
    .orderBy(asc(leads.readOrder), asc(leads.id))
    .limit(EXAMPLES);
  const examples = rows.map(({ firstName, lastName, ...lead }) => ({
    ...lead,
    name: `${firstName} ${lastName}`.trim(),
  }));
  const missing = found?.missing ?? 0;
  return missing > 0 ? { fullSyncId, startedAt, missing, examples } : undefined;
}

/**
 * Continues a stopped full sync: an admin confirms that its missing leads are really deleted. Exactly those are
 * read one by one, as always, and only a 404 makes a tombstone: if the list was wrong after all, nothing is
 * lost.
 *
 * @param order.fullSyncId the full sync that the admin saw: leads that only a later one misses are not covered
 * @returns how many are read; undefined if there is nothing to decide any more
 */
export function confirmMissing(
  db: Db,
  { fullSyncId, by, now }: { fullSyncId: string; by: Actor; now: Date },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const [seen] = await tx.select().from(fullSyncs).where(eq(fullSyncs.id, fullSyncId)).for('update');
    const last = await findLast(tx);
    if (seen?.state !== 'stopped' || last?.state !== 'stopped') return undefined;
    const missing = await tx.select({ id: leads.id }).from(leads).where(missingFrom(tx, seen));
    // An admin vouches for the list; the reads will show whether it was complete.
    const ids = missing.map(({ id }) => id);
    const checked = {
      state: 'checking',
      detail: null,
      suspects: ids.length,
      missing: ids,
      finishedAt: now,
    } as const;
    await tx.update(fullSyncs).set(checked).where(eq(fullSyncs.id, fullSyncId));
    const why = { event: 'full-sync', fullSyncId, priority: PRIORITY.low, now };
    const works = missing.map(({ id: leadId }) => refreshWork({ leadId, ...why }));
    for (let begin = 0; begin < works.length; begin += BATCH) {
      await enqueueAll(tx, works.slice(begin, begin + BATCH));
    }
    const detail = { leads: missing.length };
    await writeAudit(tx, { by, event: 'full-sync.confirmed', subject: fullSyncId, detail, at: now });
    return missing.length;
  });
}

async function findLast(db: Db) {
  const [last] = await db
    .select({
      id: fullSyncs.id,
      state: fullSyncs.state,
      startedAt: fullSyncs.startedAt,
      startedOrder: fullSyncs.startedOrder,
    })
    .from(fullSyncs)
    .where(ne(fullSyncs.state, 'running'))
    .orderBy(desc(fullSyncs.startedOrder))
    .limit(1);
  return last;
}
