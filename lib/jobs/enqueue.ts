import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type Db, notify } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { PRIORITY, type Priority } from './job';

/** The NOTIFY payload that shortens the worker's sleep. The poll is the truth. */
export const JOBS_WAKE = 'jobs';

/** Work to ask for. The key makes a second asking harmless; the payload of the last one counts. */
export type Work = {
  topic: string;
  key: string;
  payload?: object;
  priority?: Priority;
  runAt: Date;
  /**
   * Asked for again before it begins, it waits for the later time; not longer than so many milliseconds after
   * it was first asked for. Without it the earlier time counts.
   */
  patienceMs?: number;
};

/**
 * Asks for work, inside the caller's transaction. Asking for what is already asked for raises its generation:
 * a job that is running now will run once more, so that nothing learned after its start is missed.
 */
export function enqueue(db: Db, work: Work): Promise<void> {
  return enqueueAll(db, [work]);
}

/**
 * Asks for several pieces of work at once, no two of them with the same topic and key. One text with one
 * parameter, whatever their number: building and planning it would cost more than the rows. Always in the same
 * order, so that two callers never wait for each other.
 */
export async function enqueueAll(db: Db, works: readonly Work[]): Promise<void> {
  if (works.length === 0) return;
  const rows = works
    .map(({ payload = {}, priority = PRIORITY.refresh, patienceMs = 0, ...work }) => {
      return { ...work, payload, priority, patience: patienceMs / 1_000 };
    })
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  await db.execute(sql`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as work (
        topic text, key text, priority smallint, payload jsonb, "runAt" timestamptz, patience double precision
      )
    ), patience as (
      select topic, key, make_interval(secs => patience) as longest from asked where patience > 0
    )
    insert into jobs (topic, key, priority, payload, run_at, asked_at)
    select topic, key, priority, payload, "runAt", "runAt" from asked
    on conflict (topic, key) do update set
      generation = jobs.generation + 1,
      payload = excluded.payload,
      priority = case when jobs.dead_at is null then least(jobs.priority, excluded.priority) else excluded.priority end,
      run_at = case
        when jobs.dead_at is not null then excluded.run_at
        when jobs.lease is not null then least(jobs.run_at, excluded.run_at)
        else coalesce(
          (select least(greatest(jobs.run_at, excluded.run_at), jobs.asked_at + longest) from patience
            where patience.topic = excluded.topic and patience.key = excluded.key),
          least(jobs.run_at, excluded.run_at))
      end,
      asked_at = case when jobs.dead_at is null then jobs.asked_at else excluded.asked_at end,
      attempts = case when jobs.dead_at is null then jobs.attempts else 0 end,
      failures = case when jobs.dead_at is null then jobs.failures else 0 end,
      dead_at = null`);
  await notify(db, JOBS_WAKE);
}

/** Whether this job was tried and waits to be tried again. */
export async function isBackingOff(db: Db, { topic, key }: { topic: string; key: string }): Promise<boolean> {
  const [job] = await db
    .select({ attempts: jobs.attempts, lease: jobs.lease })
    .from(jobs)
    .where(and(eq(jobs.topic, topic), eq(jobs.key, key)));
  return job !== undefined && job.attempts > 0 && job.lease === null;
}

const nameOf = ({ topic, key }: { topic: string; key: string }) => `${topic}\0${key}`;
