import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { publishChange } from '@/lib/live/message';
import { SUBMISSION_CONFIRM } from './topics';

/**
 * For a database that may be older than what was sent, such as one restored from a backup: nothing queued is
 * sent before the portal was searched for it, and earlier searches no longer count. Runs in the caller's
 * transaction, while no job that could send is running.
 *
 * @returns how many submissions were queued
 */
export async function searchBeforeSending(tx: Db, now: Date): Promise<number> {
  const searched = { searchFrom: now, searchOrder: sql`nextval('event_order')`, emptySearches: 0 };
  // Leads in the mirror now existed when the backup was made; leads from a lost attempt did not. Also for a
  // blocked one: the backup may be from before its owner was corrected and it was sent.
  const order = sql`coalesce(${submissions.firstAttemptOrder}, nextval('event_order'))`;
  await tx
    .update(submissions)
    .set({ ...searched, firstAttemptOrder: order })
    .where(inArray(submissions.state, ['sending', 'confirming', 'review']));
  const queued = await tx
    .update(submissions)
    .set({
      ...searched,
      state: 'confirming',
      firstAttemptOrder: order,
    })
    .where(eq(submissions.state, 'queued'))
    .returning({
      id: submissions.id,
      organizationId: submissions.organizationId,
      agentId: submissions.agentId,
    });
  const work = { topic: SUBMISSION_CONFIRM, priority: PRIORITY.high, runAt: now };
  await enqueueAll(
    tx,
    queued.map(({ id }) => ({ ...work, key: id })),
  );
  for (const submission of queued) await publishChange(tx, { kind: 'submission', ...submission });
  return queued.length;
}
