import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';

const shown = {
  id: submissions.id,
  agentId: submissions.agentId,
  schemaVersion: submissions.schemaVersion,
  answers: submissions.answers,
  state: submissions.state,
  leadId: submissions.leadId,
  refusal: submissions.refusal,
  evidence: submissions.evidence,
  replacedBy: submissions.replacedBy,
  createdAt: submissions.createdAt,
  attempts: submissions.attempts,
  attemptedAt: submissions.attemptedAt,
  attemptLog: submissions.attemptLog,
  emptySearches: submissions.emptySearches,
  searchFrom: submissions.searchFrom,
  completedAt: submissions.completedAt,
};

/** A submission this viewer may see; another person's is treated as if it did not exist. */
export async function findSubmission(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select(shown)
    .from(submissions)
    .where(and(eq(submissions.id, id), submissionsVisibleTo(viewer)));
  return row;
}

/**
 * The state of one submission for any viewer; undefined if it does not exist. Used by the submit and the wait
 * after it.
 */
export async function readState(db: Db, id: string): Promise<SubmissionState | undefined> {
  const [row] = await db.select({ state: submissions.state }).from(submissions).where(eq(submissions.id, id));
  return row?.state;
}
