import 'server-only';
import { and, asc, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import type { ClaimedJob } from './job';

/** Longer than any handler may take: a call to the service ends after 10 s at the latest. */
export const LEASE_MS = 60_000;

/**
 * Leases up to `limit` open jobs of these topics whose time has come, oldest first. `skip locked` lets many
 * workers claim at once without waiting for each other; a job whose lease lapsed is claimed again.
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
          sql`${jobs.generation} > ${jobs.done}`,
          isNull(jobs.deadAt),
          lte(jobs.runAt, now),
          inArray(jobs.topic, [...topics]),
          or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, now)),
        ),
      )
      .orderBy(asc(jobs.runAt), asc(jobs.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(ready)
    .update(jobs)
    .set({ lease, leaseUntil: new Date(now.getTime() + LEASE_MS), attempts: sql`${jobs.attempts} + 1` })
    .where(inArray(jobs.id, db.select({ id: ready.id }).from(ready)))
    .returning({
      id: jobs.id,
      topic: jobs.topic,
      key: jobs.key,
      payload: jobs.payload,
      generation: jobs.generation,
      attempts: jobs.attempts,
      failures: jobs.failures,
      lease: sql<string>`${jobs.lease}`,
    });
}
