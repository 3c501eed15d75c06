import 'server-only';
import { and, gt, inArray, isNull, like, or } from 'drizzle-orm';
import { type Db, notify } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { JOBS_WAKE } from './enqueue';
import { inLockOrder } from './lock-order';

/**
 * Makes jobs ready now that wait to be tried again: those whose last reason begins with one of these words.
 * For when what they waited for is there again, so that nobody sits out a back-off.
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
