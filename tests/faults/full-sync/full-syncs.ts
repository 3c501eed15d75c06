import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { notify } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { JOBS_WAKE } from '@/lib/jobs/enqueue';
import { FULL_SYNC } from '@/lib/sync/full-sync';
import type { Desk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';
import { tablesOf } from '../submissions/clock';

/** A full sync as stored by the desk. */
type FullSync = typeof fullSyncs.$inferSelect;

const isFullSync = eq(jobs.topic, FULL_SYNC);
/** `checking`: the list was read, and reads of single leads decide whether it is complete. */
const UNDER_WAY = ['running' as const, 'checking' as const];

/** Waits until no full sync is under way and none is due, skipping the backoffs of a started one. */
export function untilNoFullSync(desk: Desk): Promise<boolean> {
  const db = tablesOf(desk);
  const isIdle = async () => {
    const begun = await db.$count(fullSyncs, inArray(fullSyncs.state, UNDER_WAY));
    if (begun > 0) await makeDue(desk);
    const resting = and(isFullSync, isNull(jobs.lease), gt(jobs.runAt, sql`now()`));
    return begun === 0 && (await db.$count(jobs, resting)) > 0;
  };
  return until('no full sync is under way', isIdle, { withinMs: 45_000, everyMs: 200 });
}

/**
 * Starts a full sync now, as if it were due. Resolves immediately with a function that waits for the end of
 * that full sync. None may be under way.
 */
export async function beginFullSync(desk: Desk): Promise<() => Promise<FullSync>> {
  const since = new Date();
  await makeDue(desk);
  const ended = and(gte(fullSyncs.startedAt, since), notInArray(fullSyncs.state, UNDER_WAY));
  const probe = async () => {
    const [fullSync] = await tablesOf(desk)
      .select()
      .from(fullSyncs)
      .where(ended)
      .orderBy(asc(fullSyncs.startedAt))
      .limit(1);
    return fullSync;
  };
  return () => until('the full sync has ended', probe, { withinMs: 60_000, everyMs: 100 });
}

/** A whole full sync; see `beginFullSync`. */
export async function fullSyncOnce(desk: Desk): Promise<FullSync> {
  await untilNoFullSync(desk);
  const untilEnded = await beginFullSync(desk);
  return untilEnded();
}

/** Expires the lease of the full sync, as if its process had been silent for 20 s. */
export async function lapseFullSyncLease(desk: Desk): Promise<void> {
  const lapsed = await tablesOf(desk)
    .update(jobs)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(and(isFullSync, isNotNull(jobs.lease)))
    .returning({ id: jobs.id });
  if (lapsed.length === 0) throw new Error('Nobody holds the full sync: it was not interrupted.');
}

/** How many leads the mirror holds as deleted. */
export function countTombstones(desk: Desk): Promise<number> {
  return tablesOf(desk).$count(leads, isNotNull(leads.deletedAt));
}

async function makeDue(desk: Desk): Promise<void> {
  await tablesOf(desk).transaction(async (tx) => {
    await tx
      .update(jobs)
      .set({ runAt: sql`now()` })
      .where(and(isFullSync, isNull(jobs.lease), gt(jobs.runAt, sql`now()`)));
    await notify(tx, JOBS_WAKE);
  });
}
