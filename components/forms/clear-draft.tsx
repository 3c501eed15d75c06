'use client';

import { useEffect } from 'react';
import { endSentDraft } from './edit-draft';
import { endDraftsOf } from './new-lead-draft';

type Props = {
  /** What the keys of this person's drafts of leads begin with. */
  draftKeys: string;
  submissionId: string;
  /** The id under which this tab repeated it, if that is another one. */
  postedId?: string;
};

/**
 * Forgets the draft that became this submission, and only that one: another lead may have been begun since. Shown by
 * the page that says what became of it, and draws nothing.
 */
export function ClearDraft({ draftKeys, submissionId, postedId }: Props) {
  useEffect(() => endDraftsOf(draftKeys, { submissionId, postedId }), [draftKeys, submissionId, postedId]);
  return null;
}

/** Ends the draft of an edit that was saved. Drawn by the page that one is led to then, and shows nothing. */
export function EndSentDraft({ draftKey }: { draftKey: string }) {
  useEffect(() => endSentDraft(draftKey), [draftKey]);
  return null;
}
