import 'server-only';
import type { Db } from '@/lib/db/handle';
import { answersOfLead } from '@/lib/forms/from-lead';
import { findSchema } from '@/lib/lead-schema/schema';
import type { Overruling } from './apply';
import { listSavedEdits } from './pending-edits';
import { matchEdits } from './saved-edit';
import type { LeadRow } from './to-row';

/** A reading's verdict on the lead's saved edits: the ids of those it shows, and of those it should show. */
type MatchedEdits = { isBehind: boolean; shown: number[]; missing: number[] };

/**
 * Whether a reading shows the edits that the service confirmed as saved. A reading that lags behind one is
 * older than what is known, unless we have waited long enough (`overrules`): then the service's state counts.
 *
 * @param row what the mirror would hold after this reading
 * @param updatedAt the service's time in this reading, if it gives one
 * @returns undefined if no edit waits to be shown
 */
export async function matchSavedEdits(
  tx: Db,
  { row, updatedAt, overrules }: { row: LeadRow; updatedAt?: Date; overrules?: Overruling },
): Promise<MatchedEdits | undefined> {
  const edits = await listSavedEdits(tx, row.id);
  if (edits.length === 0) return undefined;
  const fields = (await findSchema(tx))?.schema;
  if (!fields) return undefined;
  const matched = matchEdits(edits, { answers: answersOfLead(fields, row.record), updatedAt });
  const isOverruled = (id: number) => overrules !== undefined && id <= overrules.editId;
  const result: MatchedEdits = { isBehind: false, shown: [], missing: [] };
  for (const { edit, state: standing } of matched) {
    if (standing === 'shown') result.shown.push(edit.id);
    else if (standing === 'missing' || isOverruled(edit.id)) result.missing.push(edit.id);
    else result.isBehind = true;
  }
  return result;
}
