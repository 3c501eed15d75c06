'use client';

import { useEffect } from 'react';
import { clearDraft, readDraft } from './draft-store';
import { forgetPosted, postedId } from './submission-ids';

type Props = {
  draftKey: string;
  submissionId: string;
  /** The id under which this tab repeated it, if that is another one. */
  postedId?: string;
};

/**
 * Forgets the draft that became this submission, and only that one: another lead may have been begun since. Shown by
 * the page that says what became of it, and draws nothing.
 */
export function ClearDraft({ draftKey, submissionId, postedId: repeated }: Props) {
  useEffect(() => {
    for (const id of [submissionId, repeated]) {
      if (id === undefined) continue;
      const formId = readDraft(draftKey)?.hidden.submissionId;
      if (formId === id || (formId !== undefined && postedId(formId) === id)) clearDraft(draftKey);
      forgetPosted(id);
    }
  }, [draftKey, submissionId, repeated]);
  return null;
}
