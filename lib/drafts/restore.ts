import 'server-only';
import type { Db } from '@/lib/db/handle';
import { buildFormModel, type FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { type RestoredDraft, restoreDraft } from '@/lib/forms/restore-draft';
import type { Translate } from '@/lib/forms/texts';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchemaVersion } from '@/lib/lead-schema/schema';
import type { StoredDraft } from './drafts';

/** The form that a draft is restored into. */
export type RestoreInput = {
  model: FormModel;
  /** The values of its controls before any input. */
  start: InputValues;
  timeZone: string;
  t: Translate;
};

/** A stored draft in the form as it is now. Keys and labels are those of the form it was typed into. */
export async function restoreStored(
  db: Db,
  draft: StoredDraft,
  { model, start, timeZone, t: texts }: RestoreInput,
): Promise<RestoredDraft> {
  const schema = await findSchemaVersion(db, draft.schemaVersion);
  if (!schema) return { model, values: start, lost: [] };
  const overrides = await getFieldOverrides(db, draft.locale);
  const { purpose } = model;
  // Hidden since: it was on the person's screen.
  const isOnScreen = () => true;
  const form = buildFormModel({ schema, overrides, isOnScreen, purpose, texts, locale: draft.locale });
  const typed = { form, fields: draft.fields, timeZone: draft.timeZone };
  return restoreDraft(typed, { model, start, timeZone, texts });
}
