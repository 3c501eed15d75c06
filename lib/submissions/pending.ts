import 'server-only';
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { getOwn } from '@/lib/core/own';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { agents } from '@/lib/db/schema/people';
import {
  type Evidence,
  OPEN_STATES,
  type Refusal,
  type SubmissionState,
  submissions,
} from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import { companyText, getCompanyField } from '@/lib/lead-schema/company-field';
import { agentLabel } from '@/lib/leads/agent-label';
import type { PendingRow } from '@/lib/leads/list-view';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';

/** More than this on their way means an outage; the rest appear when it ends. */
const MAX_SHOWN = 100;

/**
 * Submissions that are not leads yet, oldest first, so that no lead seems to vanish. Those that need
 * correction come before those on their way, and neither displaces the other.
 */
export async function listPendingRows(db: Db, viewer: Viewer): Promise<PendingRow[]> {
  const onTheirWay = inArray(submissions.state, OPEN_STATES);
  const task = { limit: MAX_SHOWN };
  const [refused, underWay] = await Promise.all([
    listRows(db, viewer, { ...task, where: eq(submissions.state, 'refused') }),
    listRows(db, viewer, { ...task, where: onTheirWay }),
  ]);
  return [...refused, ...underWay];
}

/** The viewer's submissions of a kind that were not corrected since, oldest first. */
export async function listRows(
  db: Db,
  viewer: Viewer,
  { where, limit }: { where: SQL | undefined; limit: number },
): Promise<PendingRow[]> {
  const company = await getCompanyField(db);
  const rows = await db
    .select({
      id: submissions.id,
      answers: submissions.answers,
      state: submissions.state,
      agentId: submissions.agentId,
      agentName: agentLabel,
      createdAt: submissions.createdAt,
      attempts: submissions.attempts,
      attemptedAt: submissions.attemptedAt,
      completedAt: submissions.completedAt,
      refusal: submissions.refusal,
      evidence: submissions.evidence,
    })
    .from(submissions)
    .leftJoin(
      agents,
      and(eq(agents.organizationId, submissions.organizationId), eq(agents.id, submissions.agentId)),
    )
    .where(and(submissionsVisibleTo(viewer), where, isNull(submissions.replacedBy)))
    .orderBy(asc(submissions.createdAt), asc(submissions.id))
    .limit(limit);
  return rows.flatMap((row) => {
    const { state } = row;
    // No where clause selects accepted ones; the type cannot express that.
    if (state === 'accepted') return [];
    const since =
      row.completedAt ?? (state === 'queued' ? row.createdAt : (row.attemptedAt ?? row.createdAt));
    return {
      id: row.id,
      name: nameOf(row.answers),
      email: textOf(row.answers, 'email'),
      company: company && companyText(company, getOwn(row.answers, company.id)),
      state: stateInList({ ...row, state }),
      reason: row.refusal ? (row.refusal.message ?? Object.values(row.refusal.fieldErrors)[0]) : undefined,
      since: since.toISOString(),
      value: numberOf(row.answers, 'value'),
      agentName: row.agentName ?? shortId(row.agentId),
      submittedAt: row.createdAt.toISOString(),
    };
  });
}

/** A submission that was never sent is shown as queued, also while the portal is searched for it. */
function stateInList({
  state,
  attempts,
  refusal,
  evidence,
}: {
  state: Exclude<SubmissionState, 'accepted'>;
  attempts: number;
  refusal: Refusal | null;
  evidence: Evidence | null;
}) {
  if (state === 'refused') return refusedState(refusal);
  if (state === 'review') return reviewState(evidence);
  return state === 'confirming' && attempts === 0 ? 'queued' : state;
}

/** Refused by the portal, or returned by an admin of this desk: the same to the desk, not to the agent. */
export function refusedState(refusal: Refusal | null): 'refused' | 'returned' {
  return refusal?.byAdmin ? 'returned' : 'refused';
}

/** Waiting for an admin to decide what became of it, or to correct the owner that it was sent for. */
export function reviewState(evidence: Evidence | null): 'review' | 'blocked' {
  return evidence?.reason === 'owner' ? 'blocked' : 'review';
}

/** The state of a submission as it is shown. */
export function shownState({
  state,
  refusal,
  evidence,
}: {
  state: SubmissionState;
  refusal: Refusal | null;
  evidence: Evidence | null;
}) {
  if (state === 'refused') return refusedState(refusal);
  return state === 'review' ? reviewState(evidence) : state;
}

/** A submission's display name: from the standard fields, if this portal's form has them. */
export function nameOf(answers: Answers): string {
  return `${textOf(answers, 'firstName')} ${textOf(answers, 'lastName')}`.trim() || textOf(answers, 'email');
}

/** An answer that is a text; '' if there is none. */
export function textOf(answers: Answers, fieldId: string): string {
  const answer = getOwn(answers, fieldId);
  return typeof answer === 'string' ? answer : '';
}

/** An answer that is a number. */
export function numberOf(answers: Answers, fieldId: string): number | undefined {
  const answer = getOwn(answers, fieldId);
  return typeof answer === 'number' ? answer : undefined;
}
