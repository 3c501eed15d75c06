import 'server-only';
import { and, asc, count, eq, isNull, lt, min, or } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { heartbeats, jobs } from '@/lib/db/schema/jobs';

/** The heartbeat that all workers share. */
export const WORKERS = 'worker';

/** Workers write a heartbeat every 30 seconds: one that is older belongs to a process that has ended. */
const WORKER_GONE_MS = 60_000;

/** The work of one topic that should have begun. */
export type DueJobs = { topic: string; count: number; oldest: Date };

/**
 * The jobs that were due before `before` and that nobody works on (one may be due again while it runs), by topic, those
 * that wait longest first. Failed ones are left out: they wait for a person.
 */
export async function listDueJobs(db: Db, { before, now }: { before: Date; now: Date }): Promise<DueJobs[]> {
  const isFree = or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, now));
  const rows = await db
    .select({ topic: jobs.topic, count: count(), oldest: min(jobs.runAt) })
    .from(jobs)
    .where(and(isNull(jobs.deadAt), lt(jobs.runAt, before), isFree))
    .groupBy(jobs.topic)
    .orderBy(asc(min(jobs.runAt)));
  return rows.flatMap(({ oldest, ...row }) => (oldest ? [{ ...row, oldest }] : []));
}

/** When any worker of this desk last wrote a heartbeat; undefined if none ever did. */
export async function readLastHeartbeat(db: Db): Promise<Date | undefined> {
  const [last] = await db.select({ at: heartbeats.at }).from(heartbeats).where(eq(heartbeats.id, WORKERS));
  return last?.at;
}

/** Whether a worker with this last heartbeat still runs. A clock of another host may be ahead. */
export function isWorking(lastHeartbeat: Date | undefined, now: Date): boolean {
  return lastHeartbeat !== undefined && Math.abs(now.getTime() - lastHeartbeat.getTime()) < WORKER_GONE_MS;
}
