'use client';

import { useEffect } from 'react';
import { clearDraft, draftKeysOf, readDraft } from './draft-store';
import { endSentDraft } from './edit-draft';
import { endDraftsOf } from './end-drafts';

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

/**
 * Deletes this tab's copies of drafts that the server had and has no more: deleted by hand, maybe on another device.
 * Rendered by the list of drafts; shows nothing.
 */
export function ForgetDeletedDrafts({
  draftKeys,
  ids,
}: {
  draftKeys: readonly string[];
  ids: readonly string[];
}) {
  useEffect(() => {
    for (const key of draftKeys.flatMap(draftKeysOf)) {
      const draft = readDraft(key);
      if (draft?.isStored && !ids.includes(draft.hidden.draftId ?? '')) clearDraft(key);
    }
  }, [draftKeys, ids]);
  return null;
}
