import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, type AuditEvent, writeAudit } from '@/lib/audit/write-audit';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { acceptSubmission, isClaimed } from './accept';
import { isBlocked } from './blocked-rows';
import { hasFullSyncSince, sendAgain } from './confirm';
import { findSimilar } from './find-similar';
import { readState } from './queries';
import type { Submission } from './send';
import { moveSubmission } from './states';

/** Who decides, and about what. */
export type Review = {
  submissionId: string;
  /**
   * How often it had been sent when the admin opened the page: a decision about an earlier attempt is void.
   */
  seenAttempts: number;
  /** The admin. */
  by: Actor;
  now: Date;
  log: Log;
};

/**
 * The result of a decision. `late`: another admin, or the desk itself, was faster; this is the submission's
 * current state. `unknown-lead`: the mirror has no lead of that number. `other-owner`: it belongs to another
 * organization. `claimed`: another submission claims it. `similar`: a similar lead was not on the page the
 * admin saw; it is among the evidence now. `unsearched`: the database may be older than what was sent, and
 * the portal has not been searched since. Nothing else was changed unless it is `done`.
 */
export type Decided =
  | { kind: 'done' }
  | { kind: 'late'; state?: SubmissionState }
  | { kind: 'unknown-lead' | 'other-owner' | 'claimed' | 'similar' | 'unsearched' };

type OwnerIds = { organizationId: string; agentId: string };

const DONE: Decided = { kind: 'done' };

/** Decides that the submission became this lead of the mirror, which may be deleted. */
export async function matchLead(db: Db, review: Review & { leadId: string }): Promise<Decided> {
  const { leadId, submissionId, by, now } = review;
  try {
    return await decide(
      db,
      { ...review, event: 'submission.adopted', detail: { leadId } },
      async (tx, { organizationId }) => {
        const [lead] = await tx
          .select({ organizationId: leads.organizationId })
          .from(leads)
          .where(eq(leads.id, leadId));
        if (!lead) return { kind: 'unknown-lead' };
        // Any agent of the organization: the portal may have moved it since.
        if (lead.organizationId !== organizationId) return { kind: 'other-owner' };
        // The entry names the admin: the decision was theirs, not the portal's.
        const submission = { id: submissionId, personId: by.personId };
        await acceptSubmission(tx, { submission, from: ['review'], leadId, by: 'admin', now });
        return DONE;
      },
    );
  } catch (error) {
    // The unique index decides instead of a prior check: two admins may match one lead concurrently.
    if (isClaimed(error)) return { kind: 'claimed' };
    throw error;
  }
}

/**
 * Decides to send it again, although it may have arrived: it may make a second lead. Not before the admin saw
 * every similar lead that this desk knows.
 *
 * @param seenLeads the leads that the admin saw beside it, and so ruled out
 * @param marker the portal's field that carries the submission's id, if there is one
 */
export function resendSubmission(
  db: Db,
  { seenLeads, marker, ...review }: Review & { seenLeads: readonly string[]; marker?: string },
): Promise<Decided> {
  const { submissionId: id, now } = review;
  const detail = { attempts: review.seenAttempts };
  return decide(db, { ...review, event: 'submission.resent', detail }, async (tx, submission) => {
    // Its owner must be corrected: unchanged, the service refuses it.
    if (submission.evidence?.reason === 'owner') return { kind: 'late', state: 'review' };
    const { searchFrom, searchOrder } = submission;
    const since = searchFrom && { due: searchFrom, order: searchOrder };
    if (since && !(await hasFullSyncSince(tx, since))) return { kind: 'unsearched' };
    const known = submission.evidence ?? { reason: 'resent' as const, leadIds: [] };
    const similar = await findSimilar(tx, { submission, marker });
    const leadIds = [...new Set([...known.leadIds, ...similar.leadIds])];
    const evidence = { ...known, leadIds, shared: { ...known.shared, ...similar.shared } };
    if (leadIds.some((leadId) => !seenLeads.includes(leadId))) {
      await tx.update(submissions).set({ evidence }).where(eq(submissions.id, id));
      return { kind: 'similar' };
    }
    await sendAgain(tx, { submission, from: 'review', evidence: { ...evidence, ruledOut: true }, now });
    return DONE;
  });
}

/** Decides that it made no lead: the agent reads why, corrects the answers and submits again. */
export function returnSubmission(db: Db, review: Review & { reason: string }): Promise<Decided> {
  const { submissionId, by, reason, now } = review;
  return decide(db, { ...review, event: 'submission.returned', detail: {} }, async (tx) => {
    const refusal = { message: reason, fieldErrors: {}, byAdmin: true } as const;
    const changes = { refusal, completedAt: now, evidence: null };
    await moveSubmission(tx, { id: submissionId, from: 'review', to: 'refused', changes });
    const detail = { message: reason };
    const { personId } = by;
    await writeTimeline(tx, [{ submissionId, at: now, kind: 'refused', personId, detail }]);
    return DONE;
  });
}

/**
 * Returns everything that is blocked for an owner: the portal's message was about the answers after all.
 *
 * @returns how many were returned
 */
export async function returnBlocked(
  db: Db,
  { owner, ...task }: Omit<Review, 'submissionId' | 'seenAttempts'> & { owner: OwnerIds; reason: string },
): Promise<number> {
  const blocked = await db
    .select({ submissionId: submissions.id, seenAttempts: submissions.attempts })
    .from(submissions)
    .where(
      and(
        isBlocked,
        eq(submissions.organizationId, owner.organizationId),
        eq(submissions.agentId, owner.agentId),
      ),
    );
  let count = 0;
  for (const one of blocked) {
    if ((await returnSubmission(db, { ...task, ...one })).kind === 'done') count += 1;
  }
  return count;
}

/** Runs `move` on the locked row if it still waits for this very decision, and records who decided what. */
async function decide(
  db: Db,
  {
    submissionId,
    seenAttempts,
    by,
    now,
    log,
    event,
    detail,
  }: Review & { event: AuditEvent; detail: AuditDetail },
  move: (tx: Db, submission: Submission) => Promise<Decided>,
): Promise<Decided> {
  const decided = await db.transaction(async (tx): Promise<Decided> => {
    const [submission] = await tx
      .select()
      .from(submissions)
      .where(
        and(
          eq(submissions.id, submissionId),
          eq(submissions.state, 'review'),
          eq(submissions.attempts, seenAttempts),
        ),
      )
      .for('update');
    if (!submission) return { kind: 'late', state: await readState(tx, submissionId) };
    const moved = await move(tx, submission);
    if (moved.kind === 'done') {
      await writeAudit(tx, { by, event, subject: `submission ${submissionId}`, detail, at: now });
    }
    return moved;
  });
  if (decided.kind === 'done') log.info(event, { submissionId, personId: by.personId });
  return decided;
}
