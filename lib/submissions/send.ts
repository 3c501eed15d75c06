import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { getLabels } from '@/lib/lead-schema/labels';
import { applyOrQuarantine } from '@/lib/leads/apply-or-quarantine';
import { type ReadStart, startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { requestRefresh } from '@/lib/sync/refresh';
import { acceptSubmission } from './accept';
import { confirmLater } from './after-failed-send';
import { withAttempt } from './attempt-log';
import { findMatch } from './candidates';
import { confirmFailedSend } from './failed-send';
import { findSimilar } from './find-similar';
import { buildLeadPayload } from './marked-payload';
import { recordOutcome } from './record-outcome';
import { moveSubmission } from './states';

export type Submission = typeof submissions.$inferSelect;

export type SendInput = {
  service: Pick<ServiceClient, 'createLead'>;
  job: ClaimedJob;
  /** The portal's field that carries the submission's id, if there is one. */
  marker?: string;
  log: Log;
  clock: () => Date;
  random: number;
  /**
   * Commits what is written about an attempt, unless the database was restored: `Heartbeat` in
   * lib/worker/heartbeat.ts.
   */
  commit: (write: (tx: Db) => Promise<boolean>) => Promise<boolean>;
};

/**
 * Sends one submission. `sending`, lease and attempt are committed at the last moment before the request is
 * sent: a worker that finds a row in `sending` knows that a request may have arrived, and never repeats it
 * blindly. A failure before that moment leaves the row `queued`.
 */
export async function sendSubmission(db: Db, task: SendInput): Promise<JobOutcome> {
  const { job, log } = task;
  const id = job.key;
  const [submission] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (submission?.state === 'sending') {
    log.warn('submission.lease-lapsed', { submissionId: id });
    await confirmLater(db, { id, lease: submission.lease ?? undefined, now: task.clock() });
    return DONE;
  }
  if (submission?.state !== 'queued') return DONE;
  const payload = await buildLeadPayload(db, { submission, marker: task.marker });
  const attempt = { started: undefined as ReadStart | undefined };
  const beforeSend = async () => {
    if (await hasTurnedUp(db, { ...task, submission })) return false;
    const started = await startRead(db, task.clock());
    const sending = { submission, lease: job.lease, attemptedAt: started.at };
    if (!(await task.commit((tx) => writeAttempt(tx, sending)))) return false;
    attempt.started = started;
    return true;
  };
  try {
    const lead = await task.service.createLead(payload, { beforeSend });
    // The row was moved between our reading it and our turn to send.
    if (!lead || !attempt.started) return DONE;
    await accept(db, { ...task, submission, lead, readStart: attempt.started });
    return DONE;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return await confirmFailedSend(db, {
      ...task,
      submission,
      error,
      wasSent: attempt.started !== undefined,
    });
  }
}

/**
 * While a submission waited to be sent again, a lead that it may have become can have arrived: then it is
 * confirmed first, and nothing is sent.
 */
async function hasTurnedUp(
  db: Db,
  { submission, marker, log, clock }: SendInput & { submission: Submission },
): Promise<boolean> {
  if (submission.firstAttemptOrder === null) return false;
  const match = await findMatch(db, { submission, marker });
  if (match.kind === 'none' && (await findSimilar(db, { submission, marker })).leadIds.length === 0)
    return false;
  await confirmLater(db, { id: submission.id, from: 'queued', now: clock() });
  log.warn('submission.turned-up', { submissionId: submission.id });
  return true;
}

/**
 * Only for the owner that the lead was built for: an admin may have transferred it or corrected the owner
 * since.
 */
function writeAttempt(
  tx: Db,
  { submission, lease, attemptedAt }: { submission: Submission; lease: string; attemptedAt: Date },
): Promise<boolean> {
  const { id, organizationId, agentId } = submission;
  const firstAttemptedAt = sql`coalesce(${submissions.firstAttemptedAt}, ${sql.param(attemptedAt, submissions.attemptedAt)})`;
  const firstAttemptOrder = sql`coalesce(${submissions.firstAttemptOrder}, nextval('event_order'))`;
  const attempts = sql`${submissions.attempts} + 1`;
  const first = { firstAttemptedAt, firstAttemptOrder, searchOrder: sql`nextval('event_order')` };
  const attemptLog = withAttempt(attemptedAt);
  const changes = { lease, attemptedAt, ...first, attempts, attemptLog, emptySearches: 0, searchFrom: null };
  return moveSubmission(tx, {
    id,
    owner: { organizationId, agentId },
    from: 'queued',
    to: 'sending',
    changes,
  });
}

type Answered = SendInput & { submission: Submission; lead: ServiceLead; readStart: ReadStart };

/** The service created this lead: stores it in full, or else without its contents, or at least its number. */
async function accept(db: Db, answered: Answered): Promise<void> {
  const { submission, lead, job, clock, log } = answered;
  const { id } = submission;
  const ways = [
    () => acceptWithLead(db, answered),
    () => acceptAlone(db, answered),
    () => confirmLater(db, { id, lease: job.lease, now: clock(), created: { leadId: lead.id } }),
  ];
  await recordOutcome(ways, { log, clock, facts: { submissionId: id, leadId: lead.id } });
}

async function acceptWithLead(db: Db, answered: Answered): Promise<void> {
  const { submission, lead, readStart } = answered;
  const labelOf = await getLabels(db);
  await db.transaction(async (tx) => {
    if (!(await acceptAnswer(tx, answered))) return;
    // The answer to a create may omit the owner: we sent it, so we know it.
    const { organizationId = submission.organizationId, agentId = submission.agentId } = lead;
    // A lead that the mirror cannot store is accepted nevertheless: otherwise it would be sent again.
    await applyOrQuarantine(tx, { lead: { ...lead, organizationId, agentId }, readStart, labelOf });
  });
}

/** The database may be unable to store something in the lead's contents: they are read later. */
function acceptAlone(db: Db, answered: Answered): Promise<void> {
  const { lead, clock } = answered;
  return db.transaction(async (tx) => {
    if (!(await acceptAnswer(tx, answered))) return;
    await requestRefresh(tx, { leadId: lead.id, event: 'lead/create', now: clock() });
  });
}

async function acceptAnswer(tx: Db, { submission, lead, job, clock, log }: Answered): Promise<boolean> {
  const facts = { submissionId: submission.id, leadId: lead.id };
  // Late: the lease lapsed and other workers began to confirm or to send again. The answer names the lead.
  const isOurs = await acceptSubmission(tx, {
    submission,
    from: ['sending', 'confirming', 'queued', 'review'],
    leadId: lead.id,
    by: 'response',
    lease: job.lease,
    now: clock(),
  });
  if (isOurs) log.info('submission.accepted', facts);
  else log.warn('submission.late-answer', facts);
  return isOurs;
}
