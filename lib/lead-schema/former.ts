import 'server-only';
import { desc } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { schemaVersions } from '@/lib/db/schema/connection';
import type { Field, FieldOption, LeadSchema } from '@/lib/forms/field';
import { readAnswer } from '@/lib/forms/from-lead';
import { isNothing } from '@/lib/forms/read-value';

/** The number of earlier versions of the form that are searched. */
const MAX_VERSIONS = 20;

/** Values by field: those of a lead, or of several sets of answers one after the other. */
type Values = readonly (readonly [fieldId: string, value: unknown])[];

/**
 * The form with what these values need and it no longer has, as it last was: choices at the end of their
 * field's, fields at the end. So an old answer keeps the words it was given in. For reading pages: none of
 * it can be chosen or filled in.
 */
export async function withFormer(db: Db, schema: LeadSchema, values: Values): Promise<LeadSchema> {
  const isComplete = values.every(([id, value]) => isNothing(value) || knows(fieldOf(schema, id), value));
  if (isComplete) return schema;
  const former = await db
    .select({ schema: schemaVersions.schema })
    .from(schemaVersions)
    .orderBy(desc(schemaVersions.firstSeenAt))
    .limit(MAX_VERSIONS);
  const schemas = former.map((version) => version.schema);
  const known = new Set(schema.fields.map(({ id }) => id));
  const gone = [...new Set(values.map(([id]) => id))].filter((id) => !known.has(id));
  const fields = gone.flatMap((id) => lastKnown(schemas, id) ?? []);
  return {
    ...schema,
    fields: [...schema.fields.map((field) => withFormerOptions(field, { schemas, values })), ...fields],
  };
}

const fieldOf = ({ fields }: LeadSchema, fieldId: string) => fields.find(({ id }) => id === fieldId);

function knows(field: Field | undefined, value: unknown): boolean {
  return field !== undefined && missingChoices(field, [value]).length === 0;
}

/** The values that are none of the field's choices, in their text form. */
function missingChoices(field: Field, values: readonly unknown[]): string[] {
  if (!field.options) return [];
  const known = new Set(field.options.map(({ value }) => String(value)));
  return values
    .flatMap((value) => [readAnswer(field, value) ?? []].flat().map(String))
    .filter((text) => !known.has(text));
}

function withFormerOptions(
  field: Field,
  { schemas, values }: { schemas: readonly LeadSchema[]; values: Values },
): Field {
  const own = values.filter(([id]) => id === field.id).map(([, value]) => value);
  const missing = new Set(missingChoices(field, own));
  if (missing.size === 0) return field;
  const found = new Map<string, FieldOption>();
  for (const option of schemas.flatMap((schema) => fieldOf(schema, field.id)?.options ?? [])) {
    const text = String(option.value);
    if (missing.has(text) && !found.has(text)) found.set(text, { ...option, active: false });
  }
  return { ...field, options: [...(field.options ?? []), ...found.values()] };
}

function lastKnown(schemas: readonly LeadSchema[], fieldId: string): Field | undefined {
  for (const schema of schemas) {
    const field = fieldOf(schema, fieldId);
    if (field) return { ...field, required: false, creatable: false, updateable: false };
  }
  return undefined;
}
