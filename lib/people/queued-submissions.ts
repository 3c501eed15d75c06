import 'server-only';
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { submissions } from '@/lib/db/schema/submissions';
import { SUBMISSION_SEND } from '@/lib/submissions/topics';

/**
 * Ids of queued submissions that no worker has claimed and none can claim before the transaction ends. Jobs
 * are locked before the rows change: a worker claims a job before it reads its submission, and claimed ones
 * are skipped. So no lead is sent under the name of the previous agent.
 */
export async function lockQueued(tx: Db, where: SQL | undefined): Promise<string[]> {
  const queued = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(where, eq(submissions.state, 'queued'), eq(submissions.attempts, 0)));
  const keys = queued.map(({ id }) => id);
  const locked = await tx
    .select({ id: jobs.key })
    .from(jobs)
    .where(and(eq(jobs.topic, SUBMISSION_SEND), inArray(jobs.key, keys), isNull(jobs.lease)))
    .for('update', { skipLocked: true });
  return locked.map(({ id }) => id);
}
