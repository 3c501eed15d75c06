import 'server-only';
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import type { ClaimedJob } from './job';
import { inLockOrder } from './lock-order';

/**
 * How long a lease holds without a heartbeat. Longer than any call to the service may take, so that a worker
 * that cannot reach the database for a moment does not lose what it is sending.
 */
export const LEASE_MS = 20_000;

/**
 * Leases up to `limit` open jobs of these topics whose time has come, most urgent first, owners in turn, and then oldest first.
 * `skip locked` lets many workers claim at once without waiting for each other; a job whose lease lapsed is
 * claimed again.
 *
 * The choice stands in a `with`, which PostgreSQL runs once: as a plain subquery it may run once per row, and
 * more than `limit` would be taken.
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
      // What is asked for while it runs has a time of its own, which the time that has come must not outrank.
      .set({
        ...{ lease, leaseUntil, runAt: leaseUntil, attempts: sql`${jobs.attempts} + 1` },
        // Nothing was asked for in our future: a clock that was ahead wrote that.
        askedAt: sql`least(${jobs.askedAt}, ${sql.param(now, jobs.askedAt)})`,
      })
      .where(inArray(jobs.id, db.select({ id: ready.id }).from(ready)))
      .returning({
        id: jobs.id,
        topic: jobs.topic,
        key: jobs.key,
        payload: jobs.payload,
        generation: jobs.generation,
        askedAt: jobs.askedAt,
        askedOrder: jobs.askedOrder,
        attempts: jobs.attempts,
        failures: jobs.failures,
        lease: sql<string>`${jobs.lease}`,
      })
  );
}

/**
 * The heartbeat: keeps the leases of jobs that are being worked on. A job that another worker has claimed
 * meanwhile is left alone; its late holder learns of that when it settles.
 */
export async function extendLeases(db: Db, { held, now }: { held: readonly ClaimedJob[]; now: Date }) {
  if (held.length === 0) return;
  const ours = held.map(({ id, lease }) => and(eq(jobs.id, id), eq(jobs.lease, lease)));
  await db
    .update(jobs)
    .set({ leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where(inArray(jobs.id, inLockOrder(db, or(...ours))));
}
