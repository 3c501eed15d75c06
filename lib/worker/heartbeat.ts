import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { heartbeats } from '@/lib/db/schema/jobs';
import { submissions } from '@/lib/db/schema/submissions';
import type { Log } from '@/lib/log';
import { reasonOf } from '@/lib/reason';
import { searchBeforeSending } from '@/lib/submissions/search-first';
import { mendTimesAhead, setBackBy } from './clock-set-back';

const ID = 'worker';
const EVERY_MS = 30_000;
/** No two processes look at the heartbeat at once. */
const LOCK = 5_412_004;

type Task = { awayMinutes: number; log: Log; clock: () => Date };

/** One heartbeat of a process: its number, and when it was by the process's own clock. */
type Beat = { count: number; at: Date };

/**
 * Keeps a sign in the database that a worker of this desk runs, and notices where the database may be older than
 * what was sent: nobody has run for a while, as before a restore, or the count of heartbeats went back under this
 * very process. Then everything that waits to be sent is looked for in the portal first. Notices as well that the clock
 * was set back, while this process ran or since the last one did, and mends the times that it wrote before. Call before
 * any job runs.
 *
 * @param awayMinutes after so long without a heartbeat the database may have been restored; 0: at every start
 * @returns the function that writes the last heartbeat and ends them
 */
export async function startHeartbeat(db: Db, task: Task): Promise<() => Promise<void>> {
  let seen = await beat(db, { ...task, seen: undefined });
  const again = async () => {
    try {
      seen = await beat(db, { ...task, seen });
    } catch (error) {
      task.log.warn('worker.heartbeat-failed', { reason: reasonOf(error) });
    }
  };
  const timer = setInterval(again, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await again();
  };
}

/**
 * One heartbeat.
 *
 * @param seen this process's last one; undefined at its start
 */
export function beat(
  db: Db,
  { awayMinutes, log, clock, seen }: Task & { seen: Beat | undefined },
): Promise<Beat> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const [last] = await tx.select().from(heartbeats).where(eq(heartbeats.id, ID));
    const now = clock();
    const mayBeOlder =
      seen === undefined
        ? await isAway(tx, { last, awayMs: awayMinutes * 60_000, now })
        : (last?.count ?? 0) < seen.count;
    if (mayBeOlder) {
      const found = await searchBeforeSending(tx, now);
      log.warn('worker.database-may-be-older', { since: last?.at.toISOString(), submissions: found });
    }
    await mendClock(tx, { last, seen, log, now });
    const count = Math.max(last?.count ?? 0, seen?.count ?? 0) + 1;
    const row = { id: ID, at: now, count };
    await tx.insert(heartbeats).values(row).onConflictDoUpdate({ target: heartbeats.id, set: row });
    return { count, at: now };
  });
}

/**
 * Only where this process knows that the clock was set back: at its start, or since its own last heartbeat. One of
 * another host, whose clock is ahead of ours, is no reason; nor is what another process has mended already.
 */
async function mendClock(
  tx: Db,
  { last, seen, log, now }: { last: { at: Date } | undefined; seen: Beat | undefined; log: Log; now: Date },
): Promise<void> {
  if (!last || (seen && setBackBy({ since: seen.at, now }) === undefined)) return;
  const byMs = setBackBy({ since: last.at, now });
  if (byMs === undefined) return;
  await mendTimesAhead(tx, { byMs, now });
  log.warn('worker.clock-set-back', { ms: byMs });
}

/** A heartbeat in our future was written by a clock that was wrong: nobody knows how long ago that was. */
async function isAway(
  tx: Db,
  { last, awayMs, now }: { last: { at: Date } | undefined; awayMs: number; now: Date },
): Promise<boolean> {
  if (last) return Math.abs(now.getTime() - last.at.getTime()) >= awayMs;
  // A new database has nothing to send; one from before there were heartbeats may have.
  const open = inArray(submissions.state, ['queued', 'sending', 'settling', 'review']);
  return (await tx.$count(submissions, open)) > 0;
}
