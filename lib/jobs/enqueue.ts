import 'server-only';
import { sql } from 'drizzle-orm';
import { type Db, notify } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';

/** The NOTIFY payload that shortens the worker's sleep. The poll is the truth. */
export const JOBS_WAKE = 'jobs';

/**
 * Asks for work, inside the caller's transaction. Asking for what is already asked for raises its generation:
 * a job that is running now will run once more, so that nothing learned after its start is missed.
 */
export async function enqueue(
  db: Db,
  job: { topic: string; key: string; payload?: object; runAt: Date },
): Promise<void> {
  const open = sql`${jobs.generation} > ${jobs.done} and ${jobs.deadAt} is null`;
  await db
    .insert(jobs)
    .values({ topic: job.topic, key: job.key, payload: job.payload ?? {}, runAt: job.runAt })
    .onConflictDoUpdate({
      target: [jobs.topic, jobs.key],
      set: {
        generation: sql`${jobs.generation} + 1`,
        payload: sql`excluded.payload`,
        runAt: sql`case when ${open} then least(${jobs.runAt}, excluded.run_at) else excluded.run_at end`,
        attempts: sql`case when ${open} then ${jobs.attempts} else 0 end`,
        failures: sql`case when ${open} then ${jobs.failures} else 0 end`,
        deadAt: null,
      },
    });
  await notify(db, JOBS_WAKE);
}
