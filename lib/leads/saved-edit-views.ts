import 'server-only';
import type { Db } from '@/lib/db/handle';
import type { leads } from '@/lib/db/schema/leads';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { LeadSchema } from '@/lib/forms/field';
import { answersOfLead } from '@/lib/forms/from-lead';
import { toFieldText } from './field-texts';
import { listVisibleEdits } from './pending-edits';
import type { SavedEditView } from './view';

/**
 * Edits saved here that the portal does not show: not yet, or still not after long enough. Of the latter only
 * fields with their value from before the edit: any other value was set later.
 */
export async function listSavedEditViews(
  db: Db,
  {
    id: leadId,
    record,
    schema,
  }: { id: string; record: typeof leads.$inferSelect.record; schema: LeadSchema | undefined },
): Promise<SavedEditView[]> {
  if (!schema) return [];
  const edits = await listVisibleEdits(db, leadId);
  if (edits.length === 0) return [];
  const now = answersOfLead(schema, record);
  return edits
    .map(({ id, changes, savedAt, missingAt }): SavedEditView => {
      const told = changes.filter(
        ([fieldId, before]) => !missingAt || sameAnswer(answerTo(now, fieldId), before ?? undefined),
      );
      const fields = told.flatMap(([fieldId, , after]) => {
        const field = schema.fields.find((one) => one.id === fieldId);
        return field ? [toFieldText(field, after)] : [];
      });
      return { id, state: missingAt ? 'missing' : 'unconfirmed', savedAt: savedAt.toISOString(), fields };
    })
    .filter(({ fields }) => fields.length > 0);
}
