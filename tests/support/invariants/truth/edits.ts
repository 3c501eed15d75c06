/** The answer to an agent's edit: saved; definitely not saved; unclear; or the form again for another reason. */
export type EditResponse = 'saved' | 'not-saved' | 'unclear' | 'other';

/** One edit that an agent posted. `value` is what they set, in no other edit of the run. */
export type Edit = { leadId: string; value: number; answer: EditResponse; from: number; to: number };

/** One PATCH as received by the service. */
export type PatchCall = { leadId?: string; value?: number; at: number; status: number };

/** Compares each answer to an edit with what the service had stored by then. One sentence per contradiction. */
export function judgeEdits(edits: readonly Edit[], patches: readonly PatchCall[]): string[] {
  return edits.flatMap((edit) => {
    const { leadId, value, answer, to } = edit;
    const stored = patches.some(
      (patch) => patch.value === value && patch.status >= 200 && patch.status < 300 && patch.at <= to,
    );
    if (answer === 'saved' && !stored)
      return [`an edit of ${leadId} to ${value} was called saved, and the service has none`];
    if (answer === 'not-saved' && stored)
      return [`an edit of ${leadId} to ${value} was called not saved, and the service stored it`];
    return [];
  });
}
