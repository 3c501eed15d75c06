import 'server-only';
import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '@/lib/audit/write-audit';
import { hasSameAccess } from '@/lib/auth/same-access';
import type { Actor } from '@/lib/auth/viewer';
import { lockPerson } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { submissions } from '@/lib/db/schema/submissions';
import { endDrafts } from '@/lib/drafts/drafts';
import { findTransfer, type Transfer } from '@/lib/drafts/transfer';
import type { Answers } from '@/lib/forms/field';
import { getKeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers } from '@/lib/lead-schema/contact';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';
import { publishChange } from '@/lib/live/message';
import { toStoredKeys } from '@/lib/match-keys/keys';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { isErased } from './erased';
import {
  digestAnswers,
  type Earlier,
  findRepeated,
  findReplacement,
  findUnresolvedDuplicate,
  listOfForm,
  type PostedIds,
} from './submission-identity';
import { enqueueSending } from './topics';

export type NewSubmission = PostedIds & {
  schemaVersion: string;
  answers: Answers;
  now: Date;
  /** One of many: sent after all that were submitted individually. */
  isBulk?: boolean;
};

/**
 * `stored`: these answers are in the database as this submission, now or since before. `other-answers`: the id names
 * other answers of the same person; `corrected`: another correction already replaced the refused one; `foreign-id`: the
 * id belongs to another person; `access-changed`: the viewer's access changed after the request began; `transferred`:
 * the draft, or the refused submission, is a colleague's now; `erased`: the form was submitted, and its person was
 * erased since. Nothing was written unless it is `stored`.
 */
export type Stored =
  | { kind: 'stored'; submissionId: string }
  | { kind: 'other-answers' | 'corrected'; earlier: Earlier }
  | { kind: 'transferred'; transfer: Transfer | 'correction' }
  | { kind: 'foreign-id' | 'access-changed' | 'erased' };

/**
 * Stores a set of answers once: row, job, timeline and hint in one transaction, which also ends the draft. Posts of one
 * person are serialised across all processes, so that earlier ones are known, and so are changes of their mapping: a
 * transfer after such a change misses nothing.
 */
export async function storeSubmission(db: Db, viewer: Actor, task: NewSubmission): Promise<Stored> {
  return await db.transaction(async (tx) => {
    await lockPerson(tx, viewer.personId);
    if (!(await hasSameAccess(tx, viewer))) return { kind: 'access-changed' };
    if (task.replaces) await lockRefused(tx, viewer, task.replaces);
    const before = await findBefore(tx, viewer, task);
    if (before) return before;
    // The lock covers one person: another may hold the id, and only the table's key decides that.
    const named = { ...task, submissionId: task.newSubmissionId ?? task.submissionId };
    if (!(await insert(tx, viewer, named))) return { kind: 'foreign-id' };
    await announce(tx, viewer, named);
    await endDrafts(tx, viewer, named);
    return { kind: 'stored', submissionId: named.submissionId };
  });
}

/** What these ids already name, or these answers while they have no outcome; undefined if both are new. */
async function findBefore(tx: Db, viewer: Actor, task: NewSubmission): Promise<Stored | undefined> {
  const ofForm = await listOfForm(tx, viewer, task);
  const replacement = task.replaces ? await findReplacement(tx, viewer, task.replaces) : undefined;
  const repeated = findRepeated(replacement ? [...ofForm, replacement] : ofForm, task.answers);
  if (repeated) return { kind: 'stored', submissionId: repeated.id };
  // After the submissions: a row that an erasure deletes meanwhile is found here or there.
  if (await isErased(tx, task)) return { kind: 'erased' };
  // The person was asked about the submission with these ids, and has answered.
  if (task.newSubmissionId) {
    const earlier = ofForm.find(({ id }) => id === task.newSubmissionId);
    return earlier && { kind: 'other-answers', earlier };
  }
  const earlier = ofForm.find(
    ({ id, formId, draftId }) =>
      id === task.submissionId ||
      id === task.formId ||
      // Submitted from another form that continued the same draft, such as one on another device.
      (draftId !== null && draftId === task.draftId && formId !== task.formId),
  );
  if (earlier) return { kind: 'other-answers', earlier };
  if (replacement) return { kind: 'corrected', earlier: replacement };
  const transfer =
    (await findTransfer(tx, viewer, task.draftId)) ?? (await findTransferredRefusal(tx, viewer, task));
  if (transfer) return { kind: 'transferred', transfer };
  const duplicateId = task.replaces ? undefined : await findUnresolvedDuplicate(tx, viewer, task.answers);
  return duplicateId === undefined ? undefined : { kind: 'stored', submissionId: duplicateId };
}

/** The refused submission that this corrects is a colleague's now, who may have corrected it. */
async function findTransferredRefusal(
  tx: Db,
  viewer: Actor,
  { replaces }: NewSubmission,
): Promise<'correction' | undefined> {
  if (replaces === undefined) return undefined;
  const count = await tx.$count(submissions, and(eq(submissions.id, replaces), isTransferredFrom(viewer)));
  return count > 0 ? 'correction' : undefined;
}

/**
 * The viewer's own once, and since transferred to another agent; a manager still sees those. The audit log says whether it
 * was: a manager who acts for another agent by now is not the former one of what they submitted before.
 */
function isTransferredFrom({ personId, membership }: Actor): SQL | undefined {
  const { organizationId, agentId } = membership;
  const isOwn = and(eq(submissions.organizationId, organizationId), eq(submissions.agentId, agentId));
  // Named in full: alone, Drizzle writes columns without their table.
  const wasTransferred = sql`exists (select 1 from audit_log where audit_log.event = ${'people.transferred' satisfies AuditEvent}
    and audit_log.at >= submissions.created_at and audit_log.detail ->> 'newAgentId' = submissions.agent_id
    and audit_log.detail ->> 'organizationId' = submissions.organization_id)`;
  return and(eq(submissions.personId, personId), not(isOwn ?? sql`true`), wasTransferred);
}

/** Two people may correct one refused submission concurrently. */
async function lockRefused(tx: Db, viewer: Actor, id: string): Promise<void> {
  await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.id, id), submissionsVisibleTo(viewer)))
    .for('update');
}

async function insert(tx: Db, { personId, membership }: Actor, task: NewSubmission): Promise<boolean> {
  const { submissionId, formId, draftId, schemaVersion, answers, now } = task;
  const { organizationId, agentId } = membership;
  const rows = await tx
    .insert(submissions)
    .values({
      id: submissionId,
      formId,
      draftId,
      draftTransferredFrom: draftId === undefined ? null : transferredFrom(tx, draftId, personId),
      personId,
      organizationId,
      agentId,
      schemaVersion,
      createdAt: now,
      // With a prototype: Drizzle fails on a value without one.
      answers: { ...answers },
      digest: digestAnswers(answers),
      ...toStoredKeys(contactOfAnswers(answers, await getKeyFields(tx))),
    })
    .onConflictDoNothing()
    .returning({ id: submissions.id });
  return rows.length > 0;
}

/** Its former person may still have its form open. */
function transferredFrom(tx: Db, draftId: string, personId: string) {
  const own = and(eq(drafts.id, draftId), eq(drafts.personId, personId));
  return sql<string[]>`(${tx.select({ from: drafts.transferredFrom }).from(drafts).where(own)})`;
}

async function announce(tx: Db, viewer: Actor, task: NewSubmission): Promise<void> {
  const { submissionId, replaces, now, isBulk } = task;
  const { personId, membership } = viewer;
  const { organizationId, agentId } = membership;
  await enqueueSending(tx, { id: submissionId, personId, now, isBulk });
  await writeTimeline(tx, [{ submissionId, at: now, kind: 'submitted', personId }]);
  await publishChange(tx, { kind: 'submission', id: submissionId, organizationId, agentId });
  if (!replaces) return;
  await tx
    .update(submissions)
    .set({ replacedBy: submissionId })
    .where(
      and(
        eq(submissions.id, replaces),
        eq(submissions.state, 'refused'),
        isNull(submissions.replacedBy),
        submissionsVisibleTo(viewer),
        // The person was asked, and made a lead of their own: the colleague's correction stays.
        not(isTransferredFrom(viewer) ?? sql`false`),
      ),
    );
}
