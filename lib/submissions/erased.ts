import 'server-only';
import { eq, inArray, or } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { erasedSubmissions } from '@/lib/db/schema/erasures';
import type { PostedIds } from './submission-identity';

/**
 * Whether a form with these ids was submitted before, or corrects what was, and its person was erased since. Whoever posts
 * it: the ids are those of one form. Nothing is left to compare the answers with, so other ones count, too.
 */
export async function isErased(
  db: Db,
  { submissionId, formId, newSubmissionId, replaces, draftId }: PostedIds,
): Promise<boolean> {
  const { id, formId: ofForm, draftId: ofDraft } = erasedSubmissions;
  const ids = [submissionId, formId, newSubmissionId, replaces].filter((one) => one !== undefined);
  const isOf = or(
    inArray(id, ids),
    eq(ofForm, formId),
    draftId === undefined ? undefined : eq(ofDraft, draftId),
  );
  return (await db.$count(erasedSubmissions, isOf)) > 0;
}
