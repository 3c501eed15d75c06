import 'server-only';
import { asc, count, desc, eq, ne } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { refreshWork } from './refresh';
import { missingFrom } from './suspects';

/** A sweep that ended because too many leads were missing from the list, with some of them. */
export type StoppedSweep = {
  sweepId: string;
  startedAt: Date;
  /** How many are missing by now. */
  missing: number;
  examples: { id: string; name: string; email: string; submittedAt: Date }[];
};

const EXAMPLES = 20;
/** Reads requested in one statement: as many as a page of the list may have had. */
const BATCH = 5_000;

/** The last sweep, if it stopped and leads are still missing; undefined if there is nothing to decide. */
export async function findStopped(db: Db): Promise<StoppedSweep | undefined> {
  const last = await findLast(db);
  if (last?.state !== 'stopped') return undefined;
  const { id: sweepId, startedAt } = last;
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
  return missing > 0 ? { sweepId, startedAt, missing, examples } : undefined;
}

/**
 * Continues a stopped sweep: an admin confirms that its missing leads are really deleted. Exactly those are
 * read one by one, as always, and only a 404 makes a tombstone: if the list was wrong after all, nothing is
 * lost.
 *
 * @param order.sweepId the sweep that the admin saw: leads that only a later one misses are not covered
 * @returns how many are read; undefined if there is nothing to decide any more
 */
export function confirmMissing(
  db: Db,
  { sweepId, by, now }: { sweepId: string; by: Actor; now: Date },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const [seen] = await tx.select().from(sweeps).where(eq(sweeps.id, sweepId)).for('update');
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
    await tx.update(sweeps).set(checked).where(eq(sweeps.id, sweepId));
    const why = { event: 'sweep', sweepId, priority: PRIORITY.low, now };
    const works = missing.map(({ id: leadId }) => refreshWork({ leadId, ...why }));
    for (let begin = 0; begin < works.length; begin += BATCH) {
      await enqueueAll(tx, works.slice(begin, begin + BATCH));
    }
    const detail = { leads: missing.length };
    await writeAudit(tx, { by, event: 'sweep.confirmed', subject: sweepId, detail, at: now });
    return missing.length;
  });
}

async function findLast(db: Db) {
  const [last] = await db
    .select({
      id: sweeps.id,
      state: sweeps.state,
      startedAt: sweeps.startedAt,
      startedOrder: sweeps.startedOrder,
    })
    .from(sweeps)
    .where(ne(sweeps.state, 'running'))
    .orderBy(desc(sweeps.startedOrder))
    .limit(1);
  return last;
}
