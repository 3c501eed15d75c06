import 'server-only';
import { and, eq, gt, inArray, isNull, like, or, sql } from 'drizzle-orm';
import { type Db, notify } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { PRIORITY, type Priority } from './job';
import { inLockOrder } from './lock-order';

/** The NOTIFY payload that shortens the worker's sleep. Polling alone is sufficient. */
export const JOBS_WAKE = 'jobs';

/** Work to request. The key makes a second request harmless; the payload of the last one counts. */
export type Work = {
  topic: string;
  key: string;
  payload?: object;
  priority?: Priority;
  /** Whose work it is. Jobs of one topic and priority take turns by owner. */
  owner?: string;
  runAt: Date;
  /**
   * If requested again before it starts, it runs at the later time, but at most this many milliseconds after
   * it was first requested. Without this the earlier time counts.
   */
  maxDelayMs?: number;
};

/**
 * Requests work, inside the caller's transaction. A repeated request raises the generation: a job that is
 * running now will run once more, so that nothing learned after its start is missed.
 */
export function enqueue(db: Db, work: Work): Promise<void> {
  return enqueueAll(db, [work]);
}

/**
 * Requests several pieces of work in one statement, no two of them with the same topic and key. One query
 * text with one parameter, whatever their number: building and planning it would cost more than the rows.
 * Always in the same order, so that concurrent callers do not deadlock.
 *
 * An owner's job joins the round after the owner's last one, or after the one that was last worked on.
 * Earlier requests stay in their round, unless they become more urgent.
 */
export async function enqueueAll(db: Db, works: readonly Work[]): Promise<void> {
  if (works.length === 0) return;
  const rows = works.map(
    ({ payload = {}, priority = PRIORITY.normal, maxDelayMs = 0, ...work }, position) => {
      return { ...work, payload, priority, position, maxDelay: maxDelayMs / 1_000 };
    },
  );
  await db.execute(sql`
    with requested as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as work (
        topic text, key text, priority smallint, owner text, position integer, payload jsonb,
        "runAt" timestamptz, "maxDelay" double precision
      )
    ), owners as (
      select topic, priority, owner, greatest(
        coalesce((select round from job_rounds
          where job_rounds.topic = requested.topic and job_rounds.priority = requested.priority), 0),
        coalesce((select max(round) from jobs
          where jobs.topic = requested.topic and jobs.priority = requested.priority and jobs.owner = requested.owner
            and jobs.dead_at is null), 0)) as last
      from requested where owner is not null group by topic, priority, owner
    ), delays as (
      select topic, key, make_interval(secs => "maxDelay") as longest from requested where "maxDelay" > 0
    )
    insert into jobs (topic, key, priority, owner, round, payload, run_at, requested_at)
    select topic, key, priority, owner,
      coalesce(last + row_number() over (partition by topic, priority, owner order by position), 0),
      payload, "runAt", "runAt"
    from requested left join owners using (topic, priority, owner)
    order by topic collate "C", key collate "C"
    on conflict (topic, key) do update set
      generation = jobs.generation + 1,
      payload = excluded.payload,
      owner = excluded.owner,
      round = case
        when jobs.dead_at is null and jobs.owner = excluded.owner and jobs.priority <= excluded.priority
        then jobs.round else excluded.round end,
      priority = case when jobs.dead_at is null then least(jobs.priority, excluded.priority) else excluded.priority end,
      run_at = case
        when jobs.dead_at is not null then excluded.run_at
        when jobs.lease is not null then least(jobs.run_at, excluded.run_at)
        else coalesce(
          (select least(greatest(jobs.run_at, excluded.run_at), jobs.requested_at + longest) from delays
            where delays.topic = excluded.topic and delays.key = excluded.key),
          least(jobs.run_at, excluded.run_at))
      end,
      requested_at = case when jobs.dead_at is null then jobs.requested_at else excluded.requested_at end,
      requested_order = case when jobs.dead_at is null then jobs.requested_order else excluded.requested_order end,
      attempts = case when jobs.dead_at is null then jobs.attempts else 0 end,
      failures = case when jobs.dead_at is null then jobs.failures else 0 end,
      dead_at = null`);
  await notify(db, JOBS_WAKE);
}

/** Whether this job was tried and waits for its retry. */
export async function isBackingOff(db: Db, { topic, key }: { topic: string; key: string }): Promise<boolean> {
  const [job] = await db
    .select({ attempts: jobs.attempts, lease: jobs.lease })
    .from(jobs)
    .where(and(eq(jobs.topic, topic), eq(jobs.key, key)));
  return job !== undefined && job.attempts > 0 && job.lease === null;
}

/**
 * Makes jobs that wait for a retry ready now, if their last reason begins with one of these words. For when
 * what they waited for is available again, so that no job sits out a backoff.
 */
export async function retryNow(
  db: Db,
  { reasons, now }: { reasons: readonly string[]; now: Date },
): Promise<void> {
  const isWaiting = and(
    isNull(jobs.deadAt),
    isNull(jobs.lease),
    gt(jobs.runAt, now),
    or(...reasons.map((reason) => like(jobs.lastError, `${reason}%`))),
  );
  await db
    .update(jobs)
    .set({ runAt: now })
    .where(and(isWaiting, inArray(jobs.id, inLockOrder(db, isWaiting))));
  await notify(db, JOBS_WAKE);
}
