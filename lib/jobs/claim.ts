import 'server-only';
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import type { ClaimedJob } from './job';
import { inLockOrder } from './lock-order';

/**
 * How long a lease lasts without a heartbeat. Longer than any call to the service may take, so that a worker
 * that briefly cannot reach the database does not lose the request it is sending.
 */
export const LEASE_MS = 20_000;

/**
 * Leases up to `limit` open jobs of these topics that are due, most urgent first, owners in turn, and then
 * oldest first. `skip locked` lets many workers claim concurrently without blocking each other; a job whose
 * lease lapsed is claimed again.
 *
 * The selection is in a `with`, which PostgreSQL runs once: as a plain subquery it may run once per row, and
 * more than `limit` would be claimed.
 */
export function claim(
  db: Db,
  { topics, limit, lease, now }: { topics: readonly string[]; limit: number; lease: string; now: Date },
): Promise<ClaimedJob[]> {
  const ready = db.$with('ready').as(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          isNull(jobs.deadAt),
          lte(jobs.runAt, now),
          inArray(jobs.topic, [...topics]),
          or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, now)),
        ),
      )
      .orderBy(asc(jobs.priority), asc(jobs.round), asc(jobs.runAt), asc(jobs.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  return (
    db
      .with(ready)
      .update(jobs)
      // A request made during the run has its own time, which the due time of this run must not override.
      .set({
        lease,
        leaseUntil,
        runAt: leaseUntil,
        attempts: sql`${jobs.attempts} + 1`,
        // A request time in our future was written by a clock that was ahead.
        requestedAt: sql`least(${jobs.requestedAt}, ${sql.param(now, jobs.requestedAt)})`,
      })
      .where(inArray(jobs.id, db.select({ id: ready.id }).from(ready)))
      .returning({
        id: jobs.id,
        topic: jobs.topic,
        key: jobs.key,
        payload: jobs.payload,
        priority: jobs.priority,
        generation: jobs.generation,
        requestedAt: jobs.requestedAt,
        requestedOrder: jobs.requestedOrder,
        attempts: jobs.attempts,
        failures: jobs.failures,
        lease: sql<string>`${jobs.lease}`,
      })
  );
}

/**
 * The heartbeat: extends the leases of jobs under way. A job that another worker has claimed is left alone;
 * its late holder learns of that when it finishes.
 */
export async function extendLeases(db: Db, { leased, now }: { leased: readonly ClaimedJob[]; now: Date }) {
  if (leased.length === 0) return;
  const ours = leased.map(({ id, lease }) => and(eq(jobs.id, id), eq(jobs.lease, lease)));
  await db
    .update(jobs)
    .set({ leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where(inArray(jobs.id, inLockOrder(db, or(...ours))));
}
