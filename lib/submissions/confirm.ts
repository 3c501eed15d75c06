import 'server-only';
import { and, eq, gt, gte, isNull } from 'drizzle-orm';
import { retryLater } from '@/lib/connection/retry-later';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { type Evidence, submissions } from '@/lib/db/schema/submissions';
import { enqueue, isBackingOff } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome, PRIORITY } from '@/lib/jobs/job';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { FULL_SYNC, FULL_SYNC_KEY } from '@/lib/sync/full-sync';
import { requestRefresh } from '@/lib/sync/refresh';
import { acceptSubmission, isClaimed } from './accept';
import { findMatch } from './candidates';
import { findSimilar } from './find-similar';
import { readUnknownMarkers } from './read-unknown-markers';
import { nextSearchDue, searchesNeeded } from './search-schedule';
import type { Submission } from './send';
import { moveSubmission } from './states';
import { enqueueSending } from './topics';

const SECOND_MS = 1_000;
/** A second attempt without a trace is not an accident. */
const MAX_ATTEMPTS = 2;
/** If the service could not be searched for this long, a person must know. */
const MAX_WAIT_MS = 24 * 3_600 * SECOND_MS;
/** The mirror is checked more often than the service is searched: a webhook may have brought the lead. */
const MIRROR_CHECK_MS = 5_000;

type ConfirmInput = {
  service: Pick<ServiceClient, 'readLead'>;
  job: ClaimedJob;
  marker?: string;
  log: Log;
  clock: () => Date;
  random: number;
};

/**
 * Finds out whether a create with an unclear outcome arrived. It searches the mirror, which webhooks and
 * full syncs keep current; a search without a result counts only if a *complete* full sync began after the search was
 * due, so one full sync serves all unclear submissions. Three empty searches over ten minutes mean that it did
 * not arrive: it is sent again, unless a lead that arrived since shares answers with it. What cannot be
 * decided goes to a person with its evidence. One that was never sent according to this database
 * (`searchFrom`) is sent after one empty search.
 */
export async function confirmSubmission(db: Db, task: ConfirmInput): Promise<JobOutcome> {
  const { job, clock, random } = task;
  const [submission] = await db.select().from(submissions).where(eq(submissions.id, job.key));
  const due = submission && nextSearchDue(submission);
  if (submission?.state !== 'confirming' || !due) return DONE;
  const made = madeLeadOf(submission);
  if (made !== undefined) return acceptMade(db, { ...task, submission, leadId: made });
  // Check before the search: the leads of a complete full sync are then in the mirror.
  let isComplete = await hasFullSyncSince(db, { due, order: submission.searchOrder });
  try {
    if (isComplete) isComplete = await readUnknownMarkers(db, { ...task, submission });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return retryLater({ job, error, now: clock(), random });
  }
  return search(db, { ...task, submission, isComplete, due });
}

/**
 * The number of the lead that the service said it made of this submission, if the desk could only store that.
 */
function madeLeadOf({ evidence }: Submission): string | undefined {
  return evidence?.reason === 'created' && !evidence.ruledOut ? evidence.leadIds[0] : undefined;
}

/** No search needed: the service named the lead. Its contents are read into the mirror. */
async function acceptMade(
  db: Db,
  { submission, leadId, log, clock }: ConfirmInput & { submission: Submission; leadId: string },
): Promise<JobOutcome> {
  const now = clock();
  const found = { submission, from: ['confirming'] as const, leadId, by: 'response' as const, now };
  try {
    await db.transaction(async (tx) => {
      if (await acceptSubmission(tx, found)) await requestRefresh(tx, { leadId, event: 'lead/create', now });
    });
  } catch (error) {
    if (!isClaimed(error)) throw error;
    return askAPerson(db, { submission, log, evidence: { reason: 'taken', leadIds: [leadId] } });
  }
  log.info('submission.accepted', { submissionId: submission.id, leadId });
  return DONE;
}

type SearchInput = ConfirmInput & { submission: Submission; isComplete: boolean; due: Date };

async function search(
  db: Db,
  { submission, isComplete, due, marker, log, clock }: SearchInput,
): Promise<JobOutcome> {
  const { id } = submission;
  const match = await findMatch(db, { submission, marker });
  if (match.kind === 'lead') {
    const { leadId } = match;
    const found = { submission, from: ['confirming'] as const, leadId, now: clock() };
    await db.transaction((tx) => acceptSubmission(tx, { ...found, by: 'search' }));
    log.info('submission.found', { submissionId: id, leadId });
    return DONE;
  }
  if (match.kind === 'unclear') return askAPerson(db, { submission, log, evidence: match.evidence });
  if (isComplete) return countEmptySearch(db, { submission, marker, log, now: clock() });
  return searchLater(db, { submission, log, due, now: clock() });
}

/**
 * Whether a full sync began at or after this moment, and after this place in the
 * order: a clock that was set back must not make a full sync from before the attempt look later.
 */
export async function hasFullSyncSince(
  db: Db,
  { due, order }: { due: Date; order: number | null },
): Promise<boolean> {
  const [fullSync] = await db
    .select({ id: fullSyncs.id })
    .from(fullSyncs)
    .where(
      and(
        eq(fullSyncs.state, 'complete'),
        // It may lack leads (`MAY_BE_CUT`).
        isNull(fullSyncs.detail),
        gte(fullSyncs.startedAt, due),
        gt(fullSyncs.startedOrder, order ?? 0),
      ),
    )
    .limit(1);
  return fullSync !== undefined;
}

async function countEmptySearch(
  db: Db,
  { submission, marker, log, now }: { submission: Submission; marker?: string; log: Log; now: Date },
): Promise<JobOutcome> {
  const { id, emptySearches, attempts, evidence } = submission;
  if (emptySearches + 1 < searchesNeeded(submission)) {
    await db
      .update(submissions)
      .set({ emptySearches: emptySearches + 1 })
      .where(and(eq(submissions.id, id), eq(submissions.state, 'confirming')));
    return { kind: 'again', at: now, reason: `${emptySearches + 1} searches found nothing` };
  }
  const similar = await findSimilar(db, { submission, marker });
  if (evidence?.reason === 'created' && !evidence.ruledOut)
    return askAPerson(db, { submission, log, evidence: { ...evidence, ...similar } });
  if (similar.leadIds.length > 0)
    return askAPerson(db, { submission, log, evidence: { reason: 'similar', ...similar } });
  // Sent again it would be refused again. An admin corrects the owner, and it is sent with the right one.
  if (evidence?.reason === 'owner') return askAPerson(db, { submission, log, evidence });
  if (attempts >= MAX_ATTEMPTS)
    return askAPerson(db, { submission, log, evidence: { reason: 'resent', leadIds: [] } });
  await sendAgain(db, {
    submission,
    from: 'confirming',
    evidence: evidence?.ruledOut ? evidence : null,
    now,
  });
  log.warn(attempts === 0 ? 'submission.not-found' : 'submission.sent-again', { submissionId: id });
  return DONE;
}

/**
 * Back into the queue, with the job that sends it. Returns false if it is in another state by now.
 *
 * @param evidence what an admin ruled out, so that it does not count as evidence again; null if nothing
 */
export function sendAgain(
  db: Db,
  {
    submission: { id, personId },
    from,
    evidence,
    now,
  }: {
    submission: Pick<Submission, 'id' | 'personId'>;
    from: 'confirming' | 'review';
    evidence: Evidence | null;
    now: Date;
  },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const moved = await moveSubmission(tx, { id, from, to: 'queued', changes: { evidence } });
    if (moved) await enqueueSending(tx, { id, personId, now });
    return moved;
  });
}

async function searchLater(
  db: Db,
  { submission, log, due, now }: { submission: Submission; log: Log; due: Date; now: Date },
): Promise<JobOutcome> {
  const { firstAttemptedAt } = submission;
  const at = new Date(now.getTime() + MIRROR_CHECK_MS);
  if (now < due) return { kind: 'again', at: at < due ? at : due, reason: 'not found yet' };
  if (firstAttemptedAt && now.getTime() - firstAttemptedAt.getTime() > MAX_WAIT_MS) {
    return askAPerson(db, { submission, log, evidence: { reason: 'unseen', leadIds: [] } });
  }
  // A full sync that began too early may be running: requested now, another one follows it. A failed one retries
  // automatically, and must not be hurried.
  if (!(await isBackingOff(db, { topic: FULL_SYNC, key: FULL_SYNC_KEY })))
    await enqueue(db, { topic: FULL_SYNC, key: FULL_SYNC_KEY, priority: PRIORITY.normal, runAt: now });
  return { kind: 'again', at, reason: 'waiting for a full sync' };
}

async function askAPerson(
  db: Db,
  { submission, log, evidence }: { submission: Submission; log: Log; evidence: Evidence },
): Promise<JobOutcome> {
  const { id } = submission;
  await db.transaction((tx) =>
    moveSubmission(tx, { id, from: 'confirming', to: 'review', changes: { evidence } }),
  );
  log.warn('submission.needs-review', { submissionId: id, reason: evidence.reason });
  return DONE;
}
