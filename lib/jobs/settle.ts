import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { reasonOf } from '@/lib/reason';
import { backoff } from './backoff';
import type { ClaimedJob, JobOutcome } from './job';

/** An unforeseen error this often in a row will not go away by itself: about half an hour of trying. */
const MAX_FAILURES = 12;

/** Records how the job ended. Changes nothing if the lease was lost meanwhile: returns false then. */
export async function settle(db: Db, job: ClaimedJob, outcome: JobOutcome, now: Date): Promise<boolean> {
  const settled = await db
    .update(jobs)
    .set({ lease: null, leaseUntil: null, ...changesFor(job, outcome, now) })
    .where(and(eq(jobs.id, job.id), eq(jobs.lease, job.lease)))
    .returning({ id: jobs.id });
  return settled.length > 0;
}

function changesFor(job: ClaimedJob, outcome: JobOutcome, now: Date) {
  switch (outcome.kind) {
    case 'done':
      return { done: job.generation, attempts: 0, failures: 0, lastError: null };
    case 'repeat':
      return { runAt: nextRun(job, outcome.at), attempts: 0, failures: 0, lastError: null };
    case 'again':
      return { runAt: nextRun(job, outcome.at), lastError: outcome.reason };
    case 'dead':
      return { deadAt: now, lastError: outcome.reason };
  }
}

/** Asked for once more while it ran: that request's time counts, if it is the earlier one. */
function nextRun(job: ClaimedJob, time: Date) {
  const at = sql.param(time, jobs.runAt);
  return sql`case when ${jobs.generation} > ${job.generation} then least(${jobs.runAt}, ${at}) else ${at} end`;
}

/** Records an unforeseen error: tried again later, dead after too many in a row. */
export function settleFailure(
  db: Db,
  job: ClaimedJob,
  { error, now, chance }: { error: unknown; now: Date; chance: number },
): Promise<boolean> {
  const reason = reasonOf(error);
  const failures = job.failures + 1;
  const outcome: JobOutcome =
    failures >= MAX_FAILURES
      ? { kind: 'dead', reason }
      : { kind: 'again', at: backoff({ attempts: failures, now, chance }), reason };
  return db.transaction(async (tx) => {
    await tx
      .update(jobs)
      .set({ failures })
      .where(and(eq(jobs.id, job.id), eq(jobs.lease, job.lease)));
    return settle(tx, job, outcome, now);
  });
}
