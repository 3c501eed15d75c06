'use client';

import { useEffect } from 'react';
import { endSentDraft } from './edit-draft';

/** Ends the draft of an edit that was saved. Drawn by the page that one is led to then, and shows nothing. */
export function EndSentDraft({ draftKey }: { draftKey: string }) {
  useEffect(() => endSentDraft(draftKey), [draftKey]);
  return null;
}
