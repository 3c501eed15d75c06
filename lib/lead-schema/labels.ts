import 'server-only';
import { isolate } from '@/lib/core/isolate';
import type { Translations } from '@/lib/core/language';
import type { Db } from '@/lib/db/handle';
import type { Field } from '@/lib/forms/field';
import { labelOfField } from '@/lib/forms/field-overrides';
import { getStoredFieldOverrides } from './field-settings';
import { findSchema } from './schema';

/** The label of a field: the portal's or the admin's, and those in which the admin translated it. */
export type FieldLabel = {
  label: string;
  labels?: Translations;
  /** The field of the form, by which its values are read; absent if the form has none. */
  field?: Pick<Field, 'kind' | 'options'>;
};

/** The current label of a field; the id itself if it has none. */
export type LabelOf = (fieldId: string) => FieldLabel;

/** The labels currently shown, for timeline entries, which keep the labels of their time. */
export async function getLabels(db: Db): Promise<LabelOf> {
  const [known, stored] = await Promise.all([findSchema(db), getStoredFieldOverrides(db)]);
  const fields = new Map(known?.schema.fields.map((field) => [field.id, field]));
  return (fieldId) => {
    const field = fields.get(fieldId);
    const { label, translations = {} } = stored.get(fieldId) ?? {};
    const labels = Object.entries(translations).flatMap(([language, texts]) =>
      texts.label === undefined ? [] : [[language, isolate(texts.label)]],
    );
    return {
      field,
      label: field ? labelOfField(field, stored) : (label ?? fieldId),
      ...(labels.length > 0 && { labels: Object.fromEntries(labels) }),
    };
  };
}
