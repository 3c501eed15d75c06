'use client';

import { useEffect } from 'react';
import { endSentDraft } from './edit-draft';
import { endDraftsOf } from './new-lead-draft';

type Props = {
  /** The key prefix of this person's lead drafts. */
  draftKeys: string;
  submissionId: string;
  /** The id under which this tab repeated it, if different. */
  postedId?: string;
};

/**
 * Deletes the draft that became this submission, and no other: another lead may have been started since.
 * Rendered by the page with the result; shows nothing.
 */
export function ClearDraft({ draftKeys, submissionId, postedId }: Props) {
  useEffect(() => endDraftsOf(draftKeys, { submissionId, postedId }), [draftKeys, submissionId, postedId]);
  return null;
}

/** Deletes the draft of a saved edit. Rendered by the page after the redirect; shows nothing. */
export function EndSentDraft({ draftKey }: { draftKey: string }) {
  useEffect(() => endSentDraft(draftKey), [draftKey]);
  return null;
}
