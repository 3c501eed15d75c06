import 'server-only';
import { toStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { isConsent } from '@/lib/forms/consent';
import type { DraftField } from '@/lib/forms/draft-fields';
import type { Field } from '@/lib/forms/field';
import { type FieldOverrides, labelOfField } from '@/lib/forms/field-overrides';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchema, findSchemaVersion } from '@/lib/lead-schema/schema';

type Posted = { schemaVersion: string; fields: readonly DraftField[]; locale: string };

/**
 * What of a posted draft may be stored: answers to fields of the form, never to a consent or a sensitive field,
 * by the form it was typed into and by the one in force. Undefined if this desk never read that form.
 */
export async function keepFields(
  db: Db,
  { schemaVersion, fields, locale }: Posted,
): Promise<DraftField[] | undefined> {
  const schema = await findSchemaVersion(db, schemaVersion);
  if (!schema) return undefined;
  const overrides = await getFieldOverrides(db, locale);
  const now = (await findSchema(db))?.schema.fields ?? [];
  const known = new Map(
    schema.fields.filter((field) => mayKeep(field, overrides)).map((field) => [field.id, field]),
  );
  const refused = new Set(now.filter((field) => !mayKeep(field, overrides)).map(({ id }) => id));
  const byId = new Map<string, DraftField>();
  for (const [id, kind, value] of fields) {
    if (known.get(id)?.kind !== kind || refused.has(id)) continue;
    byId.set(id, [id, kind, Array.isArray(value) ? value.map(toStorable) : toStorable(value)]);
  }
  return [...byId.values()];
}

function mayKeep(field: Field, overrides: FieldOverrides): boolean {
  const { labels = [], role } = overrides.get(field.id) ?? {};
  const consents = isConsent({ ...field, labels: [field.label, labelOfField(field, overrides), ...labels] });
  return !field.sensitive && !consents && role !== 'consent';
}
