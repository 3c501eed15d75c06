import 'server-only';
import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Log } from '@/lib/core/log';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { heartbeats } from '@/lib/db/schema/jobs';
import { WORKERS } from '@/lib/jobs/queue-state';
import { searchBeforeSending } from '@/lib/submissions/search-first';
import { correctTimesAhead, setBackBy } from './clock-set-back';
import { isOtherSecret, refuseOtherSecret } from './same-secret';

/** Each host also has its own heartbeat, by its own clock: another's may be right while ours was wrong. */
const HOST_ID = 'worker on ';
const EVERY_MS = 30_000;

/** A host that has not worked for this long is forgotten: containers get a new name with every version. */
const FORGET_HOST_MS = 30 * 86_400_000;

type HeartbeatOptions = {
  awayMinutes: number;
  log: Log;
  clock: () => Date;
  /** The machine whose clock this process uses. */
  host: string;
  /** The fingerprint of this process's `APP_SECRET`; null where no other process can use the database. */
  secret: string | null;
};

/** What a process knows: the highest count it has read, and when its last heartbeat was by its own clock. */
type Beat = { count: number; at: Date };

/** A running process's part of the heartbeat that all processes share. */
export type Heartbeat = {
  /**
   * Checks whether the database went back under this process, and if so has the portal searched for
   * everything that waits to be sent. Call before jobs are claimed: writes of jobs to an older database must
   * come after that.
   *
   * @throws what the database throws; the state is then unknown, and no job may be claimed
   */
  check(): Promise<void>;
  /**
   * Commits what `write` writes about an attempt that is about to be sent, and counts it, unless this process
   * knows of an attempt that the database has lost. Every attempt is known to each process after its next
   * `check`.
   *
   * @returns what `write` returned; false if the database went back: nothing was written, and `check` was
   * done
   */
  commitAttempt(write: (tx: Db) => Promise<boolean>): Promise<boolean>;
  /** Writes the last heartbeat and ends them. */
  stop(): Promise<void>;
};

/**
 * Keeps a heartbeat in the database while a worker of this desk runs, and detects when the database may be
 * older than what was sent: no worker has run for a while, as before a restore, or the count of heartbeats
 * and attempts went back under this process. The portal is then searched for everything that waits to be sent
 * before it is sent. Also detects that the clock was set back, while this process ran or since the last one
 * did, and corrects the times that it wrote before. Call before any job runs.
 *
 * @param awayMinutes after this long without a heartbeat the database may have been restored; 0: at every
 * start
 */
export async function startHeartbeat(db: Db, task: HeartbeatOptions): Promise<Heartbeat> {
  let seen = await beat(db, { ...task, seen: undefined });
  const know = (count: number) => {
    seen = { ...seen, count: Math.max(seen.count, count) };
  };
  const beatAgain = async () => {
    const { count, at } = await beat(db, { ...task, seen });
    seen = { count: Math.max(seen.count, count), at };
  };
  const beatOrWarn = () =>
    beatAgain().catch((error: unknown) => {
      task.log.warn('worker.heartbeat-failed', { reason: reasonOf(error) });
    });
  const timer = setInterval(beatOrWarn, EVERY_MS);
  return {
    check: async () => {
      // Before the check: what this process counts during it is no sign that the database went back.
      const known = seen.count;
      const count = await readCount(db);
      if (count < known) await beatAgain();
      else know(count);
    },
    commitAttempt: async (write) => {
      const known = seen.count;
      const done = await db.transaction(async (tx) => {
        const count = await countAttempt(tx, known);
        return count === undefined ? undefined : { count, isWritten: await write(tx) };
      });
      if (done) know(done.count);
      else await beatAgain();
      return done?.isWritten ?? false;
    },
    stop: async () => {
      clearInterval(timer);
      await beatOrWarn();
    },
  };
}

async function readCount(db: Db): Promise<number> {
  const [last] = await db
    .select({ count: heartbeats.count })
    .from(heartbeats)
    .where(eq(heartbeats.id, WORKERS));
  return last?.count ?? 0;
}

/**
 * Counts one more attempt: a backup from before it has a lower count. Undefined if the count is lower than
 * known.
 */
async function countAttempt(tx: Db, known: number): Promise<number | undefined> {
  const [row] = await tx
    .update(heartbeats)
    .set({ count: sql`${heartbeats.count} + 1` })
    .where(and(eq(heartbeats.id, WORKERS), gte(heartbeats.count, known)))
    .returning({ count: heartbeats.count });
  return row?.count;
}

/**
 * One heartbeat.
 *
 * @param seen this process's last one; undefined at its start
 * @throws {OtherSecretError} at the start, if another process runs with a different `APP_SECRET`
 */
export function beat(
  db: Db,
  { awayMinutes, log, clock, host, secret, seen }: HeartbeatOptions & { seen: Beat | undefined },
): Promise<Beat> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.heartbeat);
    // Locked before any submission, in the same order as an attempt: otherwise the two would deadlock.
    const [last] = await tx.select().from(heartbeats).where(eq(heartbeats.id, WORKERS)).for('update');
    const now = clock();
    if (!seen && last) refuseOtherSecret(last, { secret, now });
    // Its process was started while the database was away for longer than a heartbeat counts.
    const isOther = seen && last && isOtherSecret(last, secret);
    if (isOther) log.error('worker.other-secret');
    const mayBeOlder = seen
      ? (last?.count ?? 0) < seen.count
      : last !== undefined && isAway(last, { awayMs: awayMinutes * 60_000, now });
    if (mayBeOlder) {
      const found = await searchBeforeSending(tx, now);
      log.warn('worker.database-may-be-older', { since: last?.at.toISOString(), submissions: found });
    }
    const hostId = `${HOST_ID}${host}`;
    const [own] = await tx.select().from(heartbeats).where(eq(heartbeats.id, hostId));
    await correctClock(tx, { last: own ?? last, seen, log, now });
    const count = Math.max(last?.count ?? 0, seen?.count ?? 0) + 1;
    if (!seen) await forgetHosts(tx, now);
    for (const id of [WORKERS, hostId]) {
      const row = { id, at: now, count, secret: isOther ? last.secret : secret };
      await tx.insert(heartbeats).values(row).onConflictDoUpdate({ target: heartbeats.id, set: row });
    }
    return { count, at: now };
  });
}

function forgetHosts(tx: Db, now: Date) {
  const before = new Date(now.getTime() - FORGET_HOST_MS);
  return tx.delete(heartbeats).where(and(ne(heartbeats.id, WORKERS), lt(heartbeats.at, before)));
}

/**
 * Only where this process knows that the clock was set back: at its start, or since its own last heartbeat. A
 * heartbeat of another host, whose clock is ahead of ours, is no reason; nor is one that another process of
 * this host has corrected already.
 *
 * @param last the last heartbeat of this host, or of any if it has none yet
 */
async function correctClock(
  tx: Db,
  { last, seen, log, now }: { last: { at: Date } | undefined; seen: Beat | undefined; log: Log; now: Date },
): Promise<void> {
  if (!last || (seen && setBackBy({ since: seen.at, now }) === undefined)) return;
  const byMs = setBackBy({ since: last.at, now });
  if (byMs === undefined) return;
  await correctTimesAhead(tx, { byMs, now });
  log.warn('worker.clock-set-back', { ms: byMs });
}

/** A heartbeat in our future was written by a wrong clock: how long ago is unknown. */
function isAway(last: { at: Date }, { awayMs, now }: { awayMs: number; now: Date }): boolean {
  return Math.abs(now.getTime() - last.at.getTime()) >= awayMs;
}
