'use client';

import { useEffect } from 'react';
import { clearDraft } from './draft-store';

/** Forgets the draft of a form that was sent. Shown by the page that says so, and draws nothing. */
export function ClearDraft({ draftKey }: { draftKey: string }) {
  useEffect(() => clearDraft(draftKey), [draftKey]);
  return null;
}
