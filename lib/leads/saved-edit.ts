import 'server-only';
import type { Db } from '@/lib/db/handle';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answer, Answers } from '@/lib/forms/field';
import { answersOfLead } from '@/lib/forms/from-lead';
import { findSchema } from '@/lib/lead-schema/schema';
import type { Superseding } from './apply';
import { listSavedEdits } from './pending-edits';
import type { MirrorRow } from './to-row';

/** An edit that the service confirmed as saved and that no read has shown yet. */
export type SavedEdit = {
  id: number;
  /** Each field's value before, and the value sent; null: no answer. */
  changes: readonly (readonly [fieldId: string, before: Answer | null, after: Answer | null])[];
  /** The service's `updatedAt` before the change, and in its answer to it; null if it gave none. */
  serviceUpdatedAt: Date | null;
  responseUpdatedAt: Date | null;
};

/** A snapshot of the lead, as far as it can show an edit. */
export type EditSnapshot = { answers: Answers; updatedAt?: Date };

/**
 * `shown`: the snapshot was taken after the change. `lagging`: it shows the lead as it was before. `missing`:
 * by the service's own clock it is newer than the change, and still has the previous value.
 */
export type EditState = 'shown' | 'lagging' | 'missing';

/**
 * Whether a snapshot shows an edit: every field it changed has another value than before. It need not be the
 * value sent, because a service may normalise what it stores, and the vendor may have changed it since. A
 * later edit of the same field replaces an earlier one.
 *
 * @param edits all saved edits of the lead, oldest first
 */
export function matchEdits(
  edits: readonly SavedEdit[],
  snapshot: EditSnapshot,
): { edit: SavedEdit; state: EditState }[] {
  return edits.map((edit, index) => {
    const later = new Set(edits.slice(index + 1).flatMap(({ changes }) => changes.map(([id]) => id)));
    const former = edits.slice(0, index + 1).flatMap(({ changes }) => changes);
    const isShown = edit.changes
      .filter(([fieldId]) => !later.has(fieldId))
      .every(([fieldId, , after]) => {
        const now = answerTo(snapshot.answers, fieldId);
        if (sameAnswer(now, after ?? undefined)) return true;
        return !former.some(([id, before]) => id === fieldId && sameAnswer(now, before ?? undefined));
      });
    if (isShown) return { edit, state: 'shown' };
    return { edit, state: isAfter(edit, snapshot.updatedAt) ? 'missing' : 'lagging' };
  });
}

/** Compares only the service's times with each other. A response to the change may itself predate it. */
function isAfter({ serviceUpdatedAt, responseUpdatedAt }: SavedEdit, updatedAt: Date | undefined): boolean {
  if (!updatedAt || !serviceUpdatedAt || updatedAt <= serviceUpdatedAt) return false;
  return !responseUpdatedAt || updatedAt >= responseUpdatedAt;
}

/** A lead's answers merged with the edits that no read has shown yet: the values their author saved. */
export function withSavedEdits(answers: Answers, edits: readonly SavedEdit[]): Answers {
  const result: Answers = Object.assign(Object.create(null), answers);
  for (const [fieldId, , after] of edits.flatMap(({ changes }) => changes)) {
    if (after === null) delete result[fieldId];
    else result[fieldId] = after;
  }
  return result;
}

/** A snapshot's verdict on the lead's saved edits: the ids of those it shows, and of those it should show. */
type MatchedEdits = { isBehind: boolean; shown: number[]; missing: number[] };

/**
 * Whether a snapshot shows the edits that the service confirmed as saved. A snapshot that lags behind one is
 * older than what is known, unless we have waited long enough (`supersedes`): then the service's state counts.
 *
 * @param row what the mirror would hold after this snapshot
 * @param updatedAt the service's time in this snapshot, if it gives one
 * @returns undefined if no edit waits to be shown
 */
export async function matchSavedEdits(
  tx: Db,
  { row, updatedAt, supersedes }: { row: MirrorRow; updatedAt?: Date; supersedes?: Superseding },
): Promise<MatchedEdits | undefined> {
  const edits = await listSavedEdits(tx, row.id);
  if (edits.length === 0) return undefined;
  const fields = (await findSchema(tx))?.schema;
  if (!fields) return undefined;
  const matched = matchEdits(edits, { answers: answersOfLead(fields, row.record), updatedAt });
  const isSuperseded = (id: number) => supersedes !== undefined && id <= supersedes.editId;
  const result: MatchedEdits = { isBehind: false, shown: [], missing: [] };
  for (const { edit, state: standing } of matched) {
    if (standing === 'shown') result.shown.push(edit.id);
    else if (standing === 'missing' || isSuperseded(edit.id)) result.missing.push(edit.id);
    else result.isBehind = true;
  }
  return result;
}
