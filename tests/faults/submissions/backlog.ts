import { count, eq } from 'drizzle-orm';
import { newId } from '@/lib/core/ids';
import { jobs } from '@/lib/db/schema/jobs';
import { type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { SUBMISSION_SEND } from '@/lib/submissions/topics';
import type { Desk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';
import { ALL_SEARCHES_MINUTES, makeDue, passSearches, readRow, tablesOf } from './clock';

/**
 * Queues this many submissions together, with their jobs, as if forms were posted: copies of one that a
 * person did submit, each under a unique family name. PostgreSQL only, like everything in this file.
 */
export async function queueCopies(desk: Desk, copies: { of: string; count: number }): Promise<void> {
  const { personId, organizationId, agentId, schemaVersion, answers } = await readRow(desk, copies.of);
  const now = new Date();
  const rows = Array.from({ length: copies.count }, (_, n) => ({
    id: newId('submission'),
    personId,
    organizationId,
    agentId,
    schemaVersion,
    createdAt: now,
    answers: { ...answers, lastName: `Copy-${n + 1}`, email: `copy-${n + 1}@example.com` },
  }));
  const works = rows.map(({ id: key }) => ({
    topic: SUBMISSION_SEND,
    key,
    owner: personId,
    priority: PRIORITY.high,
    runAt: now,
  }));
  await tablesOf(desk).transaction(async (tx) => {
    await tx.insert(submissions).values(rows);
    await enqueueAll(tx, works);
  });
}

/** How many submissions are in which state. */
export async function countStates(desk: Desk): Promise<Partial<Record<SubmissionState, number>>> {
  const rows = await tablesOf(desk)
    .select({ state: submissions.state, count: count() })
    .from(submissions)
    .groupBy(submissions.state);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Waits until the desk has failed to send each queued submission once. */
export async function untilAllTried(desk: Desk): Promise<void> {
  let untried = 0;
  const areTried = async () => {
    const waiting = await tablesOf(desk).select().from(jobs).where(eq(jobs.topic, SUBMISSION_SEND));
    untried = waiting.filter(({ attempts, lease }) => attempts === 0 || lease !== null).length;
    return untried === 0;
  };
  await until('each was tried', areTried, { withinMs: 100_000, everyMs: 100 });
}

/**
 * After an outage: waits until the desk has emptied its queue, then skips the time in which what
 * was unclear is looked for and sent again, and resolves once every submission is accepted.
 */
export async function bringThrough(desk: Desk, { withinMs }: { withinMs: number }): Promise<void> {
  const isSent = async () => {
    const { queued = 0, sending = 0 } = await countStates(desk);
    return queued + sending === 0;
  };
  await until('the queue is empty', isSent, { withinMs, everyMs: 500 });
  if ((await countStates(desk)).confirming) await passSearches(desk, ALL_SEARCHES_MINUTES);
  const areAccepted = async () => {
    await makeDue(tablesOf(desk));
    return Object.keys(await countStates(desk)).every((state) => state === 'accepted');
  };
  await until('all are accepted', areAccepted, { withinMs: 60_000, everyMs: 500 });
}
