import 'server-only';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { agents } from '@/lib/db/schema/people';
import { type Refusal, type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import type { PendingRow } from '@/lib/leads/view';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';

/** More than this on their way at once is an outage, and its end shows the rest. */
const SHOWN_MOST = 100;

/** Submissions that are no lead yet, oldest first: nobody should look for a lead that "vanished". */
export async function listPendingRows(db: Db, viewer: Viewer): Promise<PendingRow[]> {
  const rows = await db
    .select({
      id: submissions.id,
      answers: submissions.answers,
      state: submissions.state,
      agentId: submissions.agentId,
      agentName: agents.name,
      createdAt: submissions.createdAt,
      attempts: submissions.attempts,
      attemptedAt: submissions.attemptedAt,
      settledAt: submissions.settledAt,
      refusal: submissions.refusal,
    })
    .from(submissions)
    .leftJoin(
      agents,
      and(eq(agents.organizationId, submissions.organizationId), eq(agents.id, submissions.agentId)),
    )
    .where(
      and(submissionsVisibleTo(viewer), ne(submissions.state, 'accepted'), isNull(submissions.replacedBy)),
    )
    .orderBy(asc(submissions.createdAt), asc(submissions.id))
    .limit(SHOWN_MOST);
  return rows.flatMap((row) => {
    const { state } = row;
    // The where clause keeps accepted ones out; the type does not know that.
    if (state === 'accepted') return [];
    const since = row.settledAt ?? (state === 'queued' ? row.createdAt : (row.attemptedAt ?? row.createdAt));
    return {
      id: row.id,
      name: nameOf(row.answers),
      email: textOf(row.answers, 'email'),
      state: stateInList({ ...row, state }),
      since: since.toISOString(),
      value: numberOf(row.answers, 'value'),
      agentName: row.agentName ?? row.agentId,
      submittedAt: row.createdAt.toISOString(),
    };
  });
}

/** What was never sent is waiting to be sent, also while the portal is searched for it first. */
function stateInList({
  state,
  attempts,
  refusal,
}: {
  state: Exclude<SubmissionState, 'accepted'>;
  attempts: number;
  refusal: Refusal | null;
}) {
  if (state === 'refused') return refusedState(refusal);
  return state === 'settling' && attempts === 0 ? 'queued' : state;
}

/** Refused by the portal, or given back by an admin of this desk: the same to the desk, not to the agent. */
export function refusedState(refusal: Refusal | null): 'refused' | 'givenBack' {
  return refusal?.byAdmin ? 'givenBack' : 'refused';
}

/** What a lead is called before it is one: from the standard fields, if this portal asks for them. */
export function nameOf(answers: Answers): string {
  return `${textOf(answers, 'firstName')} ${textOf(answers, 'lastName')}`.trim() || textOf(answers, 'email');
}

/** An answer that is a text; '' if there is none. */
export function textOf(answers: Answers, fieldId: string): string {
  const answer = Object.hasOwn(answers, fieldId) ? answers[fieldId] : undefined;
  return typeof answer === 'string' ? answer : '';
}

/** An answer that is a number. */
export function numberOf(answers: Answers, fieldId: string): number | undefined {
  const answer = Object.hasOwn(answers, fieldId) ? answers[fieldId] : undefined;
  return typeof answer === 'number' ? answer : undefined;
}
