import 'server-only';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { listDueJobs, readLastHeartbeat } from '@/lib/jobs/queue-state';

const EVERY_MS = 60_000;
const LATE_MS = 5 * 60_000;

/**
 * Logs a warning each minute while a job has been due for more than five. In every process, since the usual reason is that
 * no worker runs. Returns the function that ends it.
 */
export function watchQueue(db: Db, log: Log): () => void {
  const timer = setInterval(() => {
    // A database that does not answer is logged by what needs it.
    warnIfLate(db, { log, now: new Date() }).catch(() => {});
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** One such look: what is late by topic, and when a worker was last alive. */
export async function warnIfLate(db: Db, { log, now }: { log: Log; now: Date }): Promise<void> {
  const late = await listDueJobs(db, { before: new Date(now.getTime() - LATE_MS), now });
  if (late.length === 0) return;
  log.warn('jobs.late', {
    oldest: late[0]?.oldest.toISOString(),
    topics: Object.fromEntries(late.map(({ topic, count }) => [topic, count])),
    lastWorker: (await readLastHeartbeat(db))?.toISOString(),
  });
}
