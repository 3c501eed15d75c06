import { clearDraft, draftKeysOf, readDraft } from './draft-store';
import { forgetPosted, postedId } from './new-lead-draft';

/**
 * Deletes the draft that became this submission, of a new lead or of a correction, and the id it was posted
 * under.
 *
 * Input after the question about this submission is another set of answers: only a post that led here ends it
 * (`postedId`). Visiting the submission does not, and the question is asked again.
 */
export function endDraftsOf(
  draftKeys: string,
  { submissionId, postedId: postedAs }: { submissionId: string; postedId?: string },
): void {
  const ids = [submissionId, postedAs];
  let isAsked = false;
  for (const key of draftKeysOf(draftKeys)) {
    const { submissionId: formId, asked } = readDraft(key)?.hidden ?? {};
    if (formId === undefined || !(ids.includes(formId) || ids.includes(postedId(formId) ?? ''))) continue;
    if (asked === submissionId && postedAs === undefined) isAsked = true;
    else clearDraft(key);
  }
  if (isAsked) return;
  for (const id of ids) if (id !== undefined) forgetPosted(id);
}
