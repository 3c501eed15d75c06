import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { timeline } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { toLeadPayload } from '@/lib/forms/payload';
import { backoff } from '@/lib/jobs/backoff';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { applyLead } from '@/lib/leads/apply';
import type { Log } from '@/lib/log';
import { getLabels } from '@/lib/portal/labels';
import { findSchemaVersion } from '@/lib/portal/schema';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { LeadPayload, ServiceLead } from '@/lib/service/lead';
import { moveSubmission } from './states';

/** The topic of the job that sends one submission; its key is the submission's id. */
export const SUBMISSION_SEND = 'submission.send';

type Submission = typeof submissions.$inferSelect;
type Task = { service: ServiceClient; job: ClaimedJob; log: Log; clock: () => Date; chance: number };

/**
 * Sends one submission at most once. `sending` and the lease are committed before the request: a worker that
 * finds a row in `sending` knows that an earlier attempt may have arrived, and never sends it again.
 */
export async function sendSubmission(db: Db, task: Task): Promise<JobOutcome> {
  const id = task.job.key;
  const [submission] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (submission?.state === 'sending') {
    task.log.warn('submission.lease-lapsed', { submissionId: id });
    await settleLater(db, { id, lease: submission.lease ?? undefined });
    return DONE;
  }
  if (submission?.state !== 'queued') return DONE;
  const payload = await payloadOf(db, submission);
  const { lease } = task.job;
  const changes = { lease, attemptedAt: task.clock(), attempts: sql`${submissions.attempts} + 1` };
  if (!(await moveSubmission(db, { id, from: 'queued', to: 'sending', changes }))) return DONE;

  const readStartedAt = task.clock();
  try {
    const lead = await task.service.createLead(payload);
    await accept(db, { submission, lease, lead, readStartedAt, now: task.clock() });
    task.log.info('submission.accepted', { submissionId: id, leadId: lead.id, attempt: task.job.attempts });
    return DONE;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return await settleFailedSend(db, { ...task, submission, error });
  }
}

/** The membership's ids travel with every create (interface 4, rule 1); nothing of that comes from a browser. */
async function payloadOf(db: Db, submission: Submission): Promise<LeadPayload> {
  const schema = await findSchemaVersion(db, submission.schemaVersion);
  if (!schema) throw new Error(`schema version ${submission.schemaVersion} is not known`);
  return {
    ...toLeadPayload(schema, submission.answers),
    partnerOrganizationId: submission.organizationId,
    agentId: submission.agentId,
  };
}

async function accept(
  db: Db,
  {
    submission,
    lease,
    lead,
    readStartedAt,
    now,
  }: { submission: Submission; lease: string; lead: ServiceLead; readStartedAt: Date; now: Date },
): Promise<void> {
  const { id, organizationId, agentId, personId } = submission;
  const labelOf = await getLabels(db);
  await db.transaction(async (tx) => {
    const changes = { leadId: lead.id, settledAt: now };
    // A late answer, after the lease lapsed and another worker began to settle: it still names the lead.
    const moved =
      (await moveSubmission(tx, { id, from: 'sending', to: 'accepted', lease, changes })) ||
      (await moveSubmission(tx, { id, from: 'settling', to: 'accepted', lease, changes }));
    if (!moved) return;
    await tx
      .insert(timeline)
      .values({ leadId: lead.id, submissionId: id, at: now, kind: 'accepted', personId });
    // The answer to a create may leave the owner out: we sent it, so we know it.
    const owned = {
      ...lead,
      organizationId: lead.organizationId ?? organizationId,
      agentId: lead.agentId ?? agentId,
    };
    await applyLead(tx, { lead: owned, readStartedAt, labelOf });
  });
}

/** Sorts a failed create into: refused, surely not there (send again later), and may be there (settle). */
async function settleFailedSend(
  db: Db,
  { submission, error, job, log, clock, chance }: Task & { submission: Submission; error: ServiceError },
): Promise<JobOutcome> {
  const { id } = submission;
  const facts = { submissionId: id, kind: error.kind, status: error.status };
  if (error.kind === 'refused') {
    await refuse(db, { submission, lease: job.lease, error, now: clock() });
    log.info('submission.refused', facts);
    return DONE;
  }
  if (isSurelyNotSent(error)) {
    await moveSubmission(db, { id, from: 'sending', to: 'queued', lease: job.lease });
    const soonest = new Date(clock().getTime() + (error.retryAfterMs ?? 0));
    const at = backoff({ attempts: job.attempts, now: clock(), chance });
    log.warn('submission.not-sent', facts);
    return { kind: 'again', at: soonest > at ? soonest : at, reason: `${error.kind}: ${error.message}` };
  }
  await settleLater(db, { id, lease: job.lease });
  log.warn('submission.ambiguous', facts);
  return DONE;
}

/** The service answered that it did not take the request (no token, no permission, too many), or never saw it. */
function isSurelyNotSent(error: ServiceError): boolean {
  return error.reached === 'no' || error.kind === 'auth' || error.kind === 'rate-limited';
}

async function refuse(
  db: Db,
  {
    submission,
    lease,
    error,
    now,
  }: { submission: Submission; lease: string; error: ServiceError; now: Date },
): Promise<void> {
  const { id, personId } = submission;
  const refusal = { message: error.serviceMessage, fieldErrors: { ...error.fieldErrors } };
  await db.transaction(async (tx) => {
    const changes = { refusal, settledAt: now };
    if (!(await moveSubmission(tx, { id, from: 'sending', to: 'refused', lease, changes }))) return;
    const detail = { message: error.serviceMessage };
    await tx.insert(timeline).values({ submissionId: id, at: now, kind: 'refused', personId, detail });
  });
}

/** It may have arrived: kept where everybody sees it, and never sent again blindly. */
function settleLater(db: Db, { id, lease }: { id: string; lease?: string }): Promise<boolean> {
  return moveSubmission(db, { id, from: 'sending', to: 'settling', lease });
}
