import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { notify } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { JOBS_WAKE } from '@/lib/jobs/enqueue';
import { SWEEP } from '@/lib/sync/sweep';
import type { Desk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';
import { tablesOf } from '../submissions/clock';

/** A sweep as stored by the desk. */
type Sweep = typeof sweeps.$inferSelect;

const isSweep = eq(jobs.topic, SWEEP);
/** `checking`: the list was read, and reads of single leads decide whether it is complete. */
const UNDER_WAY = ['running' as const, 'checking' as const];

/** Waits until no sweep is under way and none is due, skipping the backoffs of a started one. */
export function untilNoSweep(desk: Desk): Promise<boolean> {
  const db = tablesOf(desk);
  const isIdle = async () => {
    const begun = await db.$count(sweeps, inArray(sweeps.state, UNDER_WAY));
    if (begun > 0) await makeDue(desk);
    const resting = and(isSweep, isNull(jobs.lease), gt(jobs.runAt, sql`now()`));
    return begun === 0 && (await db.$count(jobs, resting)) > 0;
  };
  return until('no sweep is under way', isIdle, { withinMs: 45_000, everyMs: 200 });
}

/**
 * Starts a sweep now, as if it were due. Resolves immediately with a function that waits for the end of
 * that sweep. None may be under way.
 */
export async function beginSweep(desk: Desk): Promise<() => Promise<Sweep>> {
  const since = new Date();
  await makeDue(desk);
  const ended = and(gte(sweeps.startedAt, since), notInArray(sweeps.state, UNDER_WAY));
  const probe = async () => {
    const [sweep] = await tablesOf(desk)
      .select()
      .from(sweeps)
      .where(ended)
      .orderBy(asc(sweeps.startedAt))
      .limit(1);
    return sweep;
  };
  return () => until('the sweep has ended', probe, { withinMs: 60_000, everyMs: 100 });
}

/** A whole sweep; see `beginSweep`. */
export async function sweepOnce(desk: Desk): Promise<Sweep> {
  await untilNoSweep(desk);
  const untilEnded = await beginSweep(desk);
  return untilEnded();
}

/** Expires the lease of the sweep, as if its process had been silent for 20 s. */
export async function lapseSweepLease(desk: Desk): Promise<void> {
  const lapsed = await tablesOf(desk)
    .update(jobs)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(and(isSweep, isNotNull(jobs.lease)))
    .returning({ id: jobs.id });
  if (lapsed.length === 0) throw new Error('Nobody holds the sweep: it was not interrupted.');
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
      .where(and(isSweep, isNull(jobs.lease), gt(jobs.runAt, sql`now()`)));
    await notify(tx, JOBS_WAKE);
  });
}
