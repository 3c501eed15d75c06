import { clearDraft, type Draft, readDraft, writeDraft } from './draft-store';

/**
 * The draft of an edit belongs to the lead's answers it was rendered from. It ends with the save, and with
 * any change of the lead from elsewhere: restoring it would overwrite newer answers.
 */

/**
 * False for the draft of an edit rendered from other answers of the lead than this form, and for one that
 * corrects another refused submission, or none.
 */
export function isOfThisForm(draft: Draft, hidden: Record<string, string>): boolean {
  return draft.hidden.revision === hidden.revision && draft.hidden.replaces === hidden.replaces;
}

/**
 * Marks the draft of an edit as sent, or, when the response keeps the person on the form, as not sent. Other
 * drafts are unchanged.
 */
export function markSent(draftKey: string, isSent: boolean): void {
  const draft = readDraft(draftKey);
  if (draft?.hidden.revision === undefined || Boolean(draft.isSent) === isSent) return;
  const { isSent: _, ...rest } = draft;
  writeDraft(draftKey, isSent ? { ...rest, isSent } : rest);
}

/** Deletes a sent draft. For the page after saving. */
export function endSentDraft(draftKey: string): void {
  if (readDraft(draftKey)?.isSent) clearDraft(draftKey);
}
