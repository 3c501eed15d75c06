import 'server-only';
import { and, eq } from 'drizzle-orm';
import { type Act, type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { leads, timeline } from '@/lib/db/schema/leads';
import { type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import type { Log } from '@/lib/log';
import { acceptSubmission } from './accept';
import { readState } from './queries';
import { sendAgain } from './settle';
import { moveSubmission } from './states';

/** Whose decision it is, and about what. */
export type Review = {
  submissionId: string;
  /** How often it had been sent when the admin looked: a decision about an earlier attempt decides nothing. */
  seenAttempts: number;
  /** The admin. */
  by: Actor;
  now: Date;
  log: Log;
};

/**
 * What came of a decision. `late`: somebody, or the desk itself, was faster; this is where the submission stands
 * now. `unknown-lead`: the mirror has none of that number. `other-owner`: it belongs to another agent. `claimed`:
 * it came of another submission. Nothing was changed unless it is `done`.
 */
export type Decided =
  | { kind: 'done' }
  | { kind: 'late'; state?: SubmissionState }
  | { kind: 'unknown-lead' | 'other-owner' | 'claimed' };

const DONE: Decided = { kind: 'done' };

/** Decides that this lead of the mirror is what became of the submission. A deleted one may be it, too. */
export async function adoptLead(db: Db, review: Review & { leadId: string }): Promise<Decided> {
  const { leadId, submissionId, by, now } = review;
  try {
    return await decide(
      db,
      { ...review, act: 'submission.adopted', detail: { leadId } },
      async (tx, { organizationId, agentId }) => {
        const [lead] = await tx
          .select({ organizationId: leads.organizationId, agentId: leads.agentId })
          .from(leads)
          .where(eq(leads.id, leadId));
        if (!lead) return { kind: 'unknown-lead' };
        if (lead.organizationId !== organizationId || lead.agentId !== agentId)
          return { kind: 'other-owner' };
        // The entry names the admin: they said so, and the portal did not.
        const submission = { id: submissionId, personId: by.personId };
        await acceptSubmission(tx, { submission, from: ['review'], leadId, now });
        return DONE;
      },
    );
  } catch (error) {
    // The unique index decides, and no check before it: two admins may adopt one lead at the same moment.
    if (isClaimed(error)) return { kind: 'claimed' };
    throw error;
  }
}

/** Decides to send it once more, although it may have arrived: it may make a second lead. */
export function resendSubmission(db: Db, review: Review): Promise<Decided> {
  const { submissionId, now } = review;
  const detail = { attempts: review.seenAttempts };
  return decide(db, { ...review, act: 'submission.resent', detail }, async (tx) => {
    await sendAgain(tx, { id: submissionId, from: 'review', now });
    return DONE;
  });
}

/** Decides that it made no lead: the agent reads why, corrects the answers and submits again. */
export function giveBackSubmission(db: Db, review: Review & { reason: string }): Promise<Decided> {
  const { submissionId, by, reason, now } = review;
  return decide(db, { ...review, act: 'submission.given-back', detail: {} }, async (tx) => {
    const refusal = { message: reason, fieldErrors: {}, byAdmin: true } as const;
    const changes = { refusal, settledAt: now, evidence: null };
    await moveSubmission(tx, { id: submissionId, from: 'review', to: 'refused', changes });
    const detail = { message: reason };
    const { personId } = by;
    await tx.insert(timeline).values({ submissionId, at: now, kind: 'refused', personId, detail });
    return DONE;
  });
}

type Owner = Pick<typeof submissions.$inferSelect, 'organizationId' | 'agentId'>;

/** Runs `move` on the row, locked, if it still waits for this very decision, and notes who decided what. */
async function decide(
  db: Db,
  {
    submissionId,
    seenAttempts,
    by,
    now,
    log,
    act,
    detail,
  }: Review & { act: Act; detail: Record<string, string | number> },
  move: (tx: Db, owner: Owner) => Promise<Decided>,
): Promise<Decided> {
  const decided = await db.transaction(async (tx): Promise<Decided> => {
    const [owner] = await tx
      .select({ organizationId: submissions.organizationId, agentId: submissions.agentId })
      .from(submissions)
      .where(
        and(
          eq(submissions.id, submissionId),
          eq(submissions.state, 'review'),
          eq(submissions.attempts, seenAttempts),
        ),
      )
      .for('update');
    if (!owner) return { kind: 'late', state: await readState(tx, submissionId) };
    const moved = await move(tx, owner);
    if (moved.kind === 'done') {
      await writeAudit(tx, { by, act, subject: `submission ${submissionId}`, detail, at: now });
    }
    return moved;
  });
  if (decided.kind === 'done') log.info(act, { submissionId, personId: by.personId });
  return decided;
}

function isClaimed(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'submissions_lead';
}
