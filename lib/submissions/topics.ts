import 'server-only';
import type { Db } from '@/lib/db/handle';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';

/** The topic of the job that sends one submission; its key is the submission's id. */
export const SUBMISSION_SEND = 'submission.send';

/**
 * The topic of the job that finds out what became of an unclear submission; its key is the submission's id.
 */
export const SUBMISSION_CONFIRM = 'submission.confirm';

/**
 * Enqueues the sending of a queued submission, in the caller's transaction. People take turns, whoever they
 * submit for, and each person's submissions keep the order in which they were enqueued.
 *
 * @param task.isBulk it waits for all that were submitted individually
 */
export function enqueueSending(
  tx: Db,
  { id, personId, now, isBulk = false }: { id: string; personId: string; now: Date; isBulk?: boolean },
): Promise<void> {
  const priority = isBulk ? PRIORITY.bulk : PRIORITY.high;
  const work = { topic: SUBMISSION_SEND, key: id, owner: personId, priority };
  return enqueue(tx, { ...work, runAt: now });
}
