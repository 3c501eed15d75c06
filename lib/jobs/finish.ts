import 'server-only';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Db, notify } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { jobRounds, jobs } from '@/lib/db/schema/jobs';
import { backoff } from './backoff';
import { JOBS_WAKE } from './enqueue';
import type { ClaimedJob, JobOutcome } from './job';

/** After this many consecutive unexpected errors, about half an hour of retries, the job is dead. */
const MAX_FAILURES = 12;

/** Records how the job ended. If the lease was lost, changes nothing and returns false. */
export async function finishJob(db: Db, job: ClaimedJob, outcome: JobOutcome, now: Date): Promise<boolean> {
  if (outcome.kind === 'done' && (await remove(db, job))) return true;
  const finished = await db
    .update(jobs)
    .set({ lease: null, leaseUntil: null, ...changesFor(job, outcome, now) })
    .where(isLeased(job))
    .returning({ id: jobs.id });
  return finished.length > 0;
}

function isLeased({ id, lease }: ClaimedJob) {
  return and(eq(jobs.id, id), eq(jobs.lease, lease));
}

/**
 * Deletes the job, unless it was requested again while it ran. Only a finished job advances its owner's
 * round: one that was merely tried keeps waiting in the round that it had.
 */
async function remove(db: Db, job: ClaimedJob): Promise<boolean> {
  const gone = db.$with('gone').as(
    db
      .delete(jobs)
      .where(and(isLeased(job), eq(jobs.generation, job.generation)))
      .returning({ topic: jobs.topic, priority: jobs.priority, owner: jobs.owner, round: jobs.round }),
  );
  const reached = db.$with('reached').as(
    db
      .insert(jobRounds)
      .select(sql`select topic, priority, round from gone where owner is not null`)
      .onConflictDoUpdate({
        target: [jobRounds.topic, jobRounds.priority],
        set: { round: sql`excluded.round` },
        setWhere: sql`${jobRounds.round} < excluded.round`,
      })
      .returning({ round: jobRounds.round }),
  );
  const rows = await db.with(gone, reached).select({ topic: gone.topic }).from(gone);
  return rows.length > 0;
}

function changesFor(job: ClaimedJob, outcome: JobOutcome, now: Date) {
  switch (outcome.kind) {
    case 'done':
      return { ...requestedAnew(now), lastError: null };
    case 'repeat':
      return { runAt: nextRun(job, outcome.at), ...requestedAnew(now), lastError: null };
    case 'again':
      return { runAt: nextRun(job, outcome.at), lastError: outcome.reason };
    case 'paused':
      // Ready as from the start: if it were due only at that time, another could narrowly overtake it.
      return {
        runAt: sql`least(${jobs.requestedAt}, ${sql.param(now, jobs.requestedAt)})`,
        lastError: outcome.reason,
        attempts: outcome.wasTried ? jobs.attempts : sql`greatest(0, ${jobs.attempts} - 1)`,
      };
    case 'dead':
      return { ...endOfLife(job, now), lastError: outcome.reason };
  }
}

/**
 * Given up, unless it was requested again while it ran: new work of that name restarts a job (`JobOutcome`),
 * and the requester cannot know that this run is its last.
 */
function endOfLife(job: ClaimedJob, now: Date) {
  const at = sql.param(now, jobs.deadAt);
  const renewed = sql`${jobs.generation} > ${job.generation}`;
  return {
    deadAt: sql`case when ${renewed} then null else ${at}::timestamptz end`,
    requestedAt: sql`case when ${renewed} then ${at}::timestamptz else ${jobs.requestedAt} end`,
    requestedOrder: sql`case when ${renewed} then nextval('event_order') else ${jobs.requestedOrder} end`,
    attempts: sql`case when ${renewed} then 0 else ${jobs.attempts} end`,
    failures: sql`case when ${renewed} then 0 else ${jobs.failures} end`,
  };
}

/** As if it were requested only now. */
function requestedAnew(now: Date) {
  return { requestedAt: now, requestedOrder: sql`nextval('event_order')`, attempts: 0, failures: 0 };
}

/** If it was requested again while it ran, the earlier of the two times counts. */
function nextRun(job: ClaimedJob, time: Date) {
  const at = sql.param(time, jobs.runAt);
  return sql`case when ${jobs.generation} > ${job.generation} then least(${jobs.runAt}, ${at}) else ${at} end`;
}

/** Records an unexpected error: retried later, dead after too many in a row. */
export function failJob(
  db: Db,
  job: ClaimedJob,
  { error, now, random }: { error: unknown; now: Date; random: number },
): Promise<boolean> {
  const reason = reasonOf(error);
  const failures = job.failures + 1;
  const outcome: JobOutcome =
    failures >= MAX_FAILURES
      ? { kind: 'dead', reason }
      : { kind: 'again', at: backoff({ attempts: failures, now, random }), reason };
  return db.transaction(async (tx) => {
    await tx.update(jobs).set({ failures }).where(isLeased(job));
    return finishJob(tx, job, outcome, now);
  });
}

/**
 * Makes a dead job run again, as if it were requested now. Returns which one it is; undefined if it is not dead (any
 * more).
 */
export async function retryDead(
  db: Db,
  { id, now }: { id: number; now: Date },
): Promise<{ topic: string; key: string } | undefined> {
  const [retried] = await db
    .update(jobs)
    .set({ deadAt: null, runAt: now, ...requestedAnew(now) })
    .where(and(eq(jobs.id, id), isNotNull(jobs.deadAt)))
    .returning({ topic: jobs.topic, key: jobs.key });
  if (retried) await notify(db, JOBS_WAKE);
  return retried;
}
