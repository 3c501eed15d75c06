import 'server-only';
import type { Db } from '@/lib/db/handle';
import { labelOfField } from '@/lib/forms/field-overrides';
import { getFieldOverrides } from './field-settings';
import { findSchema } from './schema';

/** The portal's current label of a field, or the id itself if it has none. */
export type LabelOf = (fieldId: string) => string;

/** The labels currently shown, for timeline entries, which keep the labels of their time. */
export async function getLabels(db: Db): Promise<LabelOf> {
  const [known, overrides] = await Promise.all([findSchema(db), getFieldOverrides(db)]);
  const labels = new Map(known?.schema.fields.map((field) => [field.id, labelOfField(field, overrides)]));
  return (fieldId) => labels.get(fieldId) ?? overrides.get(fieldId)?.label ?? fieldId;
}
