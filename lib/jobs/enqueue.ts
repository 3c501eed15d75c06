import 'server-only';
import { sql } from 'drizzle-orm';
import { type Db, notify } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { PRIORITY, type Priority } from './job';

/** The NOTIFY payload that shortens the worker's sleep. The poll is the truth. */
export const JOBS_WAKE = 'jobs';

/** Work to ask for. The key makes a second asking harmless; the payload of the last one counts. */
export type Work = { topic: string; key: string; payload?: object; priority?: Priority; runAt: Date };

/**
 * Asks for work, inside the caller's transaction. Asking for what is already asked for raises its generation:
 * a job that is running now will run once more, so that nothing learned after its start is missed.
 */
export function enqueue(db: Db, work: Work): Promise<void> {
  return enqueueAll(db, [work]);
}

/** Asks for several pieces of work at once. No two of them may have the same topic and key. */
export async function enqueueAll(db: Db, works: readonly Work[]): Promise<void> {
  if (works.length === 0) return;
  const rows = works.map(({ topic, key, payload = {}, priority = PRIORITY.refresh, runAt }) => {
    return { topic, key, payload, priority, runAt, askedAt: runAt };
  });
  const isOpen = sql`${jobs.deadAt} is null`;
  await db
    .insert(jobs)
    .values(rows)
    .onConflictDoUpdate({
      target: [jobs.topic, jobs.key],
      set: {
        generation: sql`${jobs.generation} + 1`,
        payload: sql`excluded.payload`,
        priority: sql`case when ${isOpen} then least(${jobs.priority}, excluded.priority) else excluded.priority end`,
        runAt: sql`case when ${isOpen} then least(${jobs.runAt}, excluded.run_at) else excluded.run_at end`,
        askedAt: sql`case when ${isOpen} then ${jobs.askedAt} else excluded.asked_at end`,
        attempts: sql`case when ${isOpen} then ${jobs.attempts} else 0 end`,
        failures: sql`case when ${isOpen} then ${jobs.failures} else 0 end`,
        deadAt: null,
      },
    });
  await notify(db, JOBS_WAKE);
}
