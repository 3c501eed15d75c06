import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import { isId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { OPEN_STATES, submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';

/**
 * The ids that a form is posted with. A page after Back, duplicated or restored posts another `submissionId`
 * and the same `formId`; without scripts there is only the one id of the page.
 */
export type PostedIds = {
  submissionId: string;
  formId: string;
  /** The refused submission that these answers correct. */
  replaces?: string;
  /** The id of a separate lead, from the button that answers the question about an earlier submission. */
  newSubmissionId?: string;
  /** The draft that the form was saved as, maybe also from another device. */
  draftId?: string;
};

/** Whether a post names a submission at all: every form of this desk does. */
export function hasPostedIds(data: FormData): boolean {
  return isId('submission', data.get('submissionId'));
}

/** @throws {Error} if there is no submission id: no page of this desk posts such a form */
export function readPostedIds(data: FormData): PostedIds {
  const [submissionId, formId, replaces, newSubmissionId, draftId] = [
    ...['submissionId', 'formId', 'replaces', 'newSubmissionId', 'draftId'],
  ].map((name) => data.get(name));
  if (!isId('submission', submissionId)) throw new Error('a form was posted without a submission id');
  return {
    submissionId,
    formId: isId('submission', formId) ? formId : submissionId,
    replaces: isId('submission', replaces) ? replaces : undefined,
    newSubmissionId: isId('submission', newSubmissionId) ? newSubmissionId : undefined,
    draftId: isId('draft', draftId) ? draftId : undefined,
  };
}

const known = {
  id: submissions.id,
  answers: submissions.answers,
  digest: submissions.digest,
  formId: submissions.formId,
  draftId: submissions.draftId,
  schemaVersion: submissions.schemaVersion,
  state: submissions.state,
  refusal: submissions.refusal,
  evidence: submissions.evidence,
  leadId: submissions.leadId,
  createdAt: submissions.createdAt,
};

/** An existing submission, with whether this viewer may open it: it may have been transferred since. */
export type Earlier = Awaited<ReturnType<typeof listOfForm>>[number];

/** This person's earlier submissions from the same form or draft, newest first. */
export async function listOfForm(
  db: Db,
  viewer: Actor,
  { submissionId, formId, newSubmissionId, draftId }: PostedIds,
) {
  const ids = [submissionId, formId, ...(newSubmissionId ? [newSubmissionId] : [])];
  return await db
    .select({ ...known, isVisible: sql<boolean>`${submissionsVisibleTo(viewer)}` })
    .from(submissions)
    .where(
      and(
        eq(submissions.personId, viewer.personId),
        or(
          inArray(submissions.id, ids),
          eq(submissions.formId, formId),
          draftId === undefined ? undefined : eq(submissions.draftId, draftId),
        ),
      ),
    )
    .orderBy(sql`${submissions.createdAt} desc`);
}

/**
 * The correction that already replaced a refused submission, with whether this viewer may open it: a manager
 * may have corrected it under their own name. Undefined if there is none, or the refused one is not the
 * viewer's.
 */
export async function findReplacement(
  db: Db,
  viewer: Actor,
  refusedId: string,
): Promise<Earlier | undefined> {
  const [refused] = await db
    .select({ replacedBy: submissions.replacedBy })
    .from(submissions)
    .where(and(eq(submissions.id, refusedId), submissionsVisibleTo(viewer)));
  if (!refused?.replacedBy) return undefined;
  const [row] = await db
    .select({ ...known, isVisible: sql<boolean>`${submissionsVisibleTo(viewer)}` })
    .from(submissions)
    .where(eq(submissions.id, refused.replacedBy));
  return row;
}

/**
 * The viewer's submission of exactly these answers that has no outcome yet, from whatever form: who goes back and
 * submits again while the first is still being sent means the same lead.
 */
export async function findUnresolvedDuplicate(
  db: Db,
  { personId, membership }: Actor,
  answers: Answers,
): Promise<string | undefined> {
  const [duplicate] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.organizationId, membership.organizationId),
        eq(submissions.agentId, membership.agentId),
        inArray(submissions.state, OPEN_STATES),
        eq(submissions.personId, personId),
        eq(submissions.digest, digestAnswers(answers)),
      ),
    )
    .orderBy(submissions.createdAt)
    .limit(1);
  return duplicate?.id;
}

/** The one of these that the post repeats and that its sender may still open. */
export function findRepeated(earlier: readonly Earlier[], answers: Answers): Earlier | undefined {
  const digest = digestAnswers(answers);
  return earlier.find((row) => row.isVisible && row.digest === digest);
}

/**
 * Identifies a set of answers: equal for the same answers to the same fields, in whatever order they were
 * read or stored. The choices of a multi-picklist are a set. Labels, the schema version and the wording of a
 * choice are excluded.
 *
 * A plain SHA-256 instead of an HMAC: the answers are in the same row, so there is nothing to hide, and a
 * changed `APP_SECRET` must not make a repeat look like other answers. Code that erases a row's answers must
 * erase this too.
 */
export function digestAnswers(answers: Answers): string {
  const entries = Object.entries(answers)
    .map(([fieldId, answer]) =>
      JSON.stringify([fieldId, Array.isArray(answer) ? canonicalSet(answer) : answer]),
    )
    .sort();
  return createHash('sha256').update(entries.join('\n')).digest('base64url');
}

function canonicalSet(values: readonly unknown[]): string[] {
  return [...new Set(values.map((value) => JSON.stringify(value)))].sort();
}
