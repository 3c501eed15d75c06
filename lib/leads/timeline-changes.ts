import 'server-only';
import { desc } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { schemaVersions } from '@/lib/db/schema/connection';
import type { TimelineDetail } from '@/lib/db/schema/leads';
import type { Field } from '@/lib/forms/field';
import { textToFieldText, toFieldText } from './field-texts';
import type { FieldText, TimelineChange } from './view';

/** The number of form versions used to read old entries. */
const MAX_VERSIONS = 20;

type FieldChange = NonNullable<TimelineDetail['fields']>[number];

/** Finds the field that an entry of this moment is about. */
export type FieldAt = (change: Pick<FieldChange, 'id' | 'label'>, at: Date) => Field | undefined;

/** The changes of one history entry, with labels and kinds from the form as it was then. */
export function toTimelineChanges(
  { from, to, fields }: TimelineDetail,
  at: Date,
  fieldAt: FieldAt,
): TimelineChange[] {
  const status: TimelineChange[] = from !== undefined || to !== undefined ? [{ of: 'status', from, to }] : [];
  return [
    ...status,
    ...(fields ?? []).map((change): TimelineChange => {
      const field = fieldAt(change, at);
      const side = (text: string, values?: string[]): FieldText => {
        if (!field) return textToFieldText({ id: change.id ?? '', label: change.label }, text);
        return { ...toFieldText(field, values ?? splitChoices(field, text)), label: change.label };
      };
      return {
        of: 'field',
        from: side(change.from, change.fromValues),
        to: side(change.to, change.toValues),
      };
    }),
  ];
}

/** Entries of former versions of this desk store several choices as one text. */
function splitChoices(field: Field, text: string): string[] {
  if (text === '') return [];
  if (field.kind !== 'multi-picklist') return [text];
  const known = new Set(field.options?.map(({ value }) => String(value)));
  const parts = text.split(', ');
  return known.has(text) || !parts.every((part) => known.has(part)) ? [text] : parts;
}

/** Loads the form that was in force for each entry of the history. */
export async function readFieldsOverTime(db: Db): Promise<FieldAt> {
  const newestFirst = await db
    .select({ schema: schemaVersions.schema, firstSeenAt: schemaVersions.firstSeenAt })
    .from(schemaVersions)
    .orderBy(desc(schemaVersions.firstSeenAt))
    .limit(MAX_VERSIONS);
  return (change, at) => {
    const then = newestFirst.findIndex(({ firstSeenAt }) => firstSeenAt <= at);
    const inForce = then === -1 ? newestFirst.toReversed() : newestFirst.slice(then);
    // A field may be newer than the version that was in force when the entry was written.
    const versions = [...inForce, ...newestFirst.slice(0, Math.max(then, 0)).toReversed()];
    for (const { schema } of versions) {
      const found = findField(schema.fields, change);
      if (found) return found;
    }
    return undefined;
  };
}

/** By id; entries of former versions of this desk have only the label, which must then be unique. */
function findField(fields: readonly Field[], { id, label }: Pick<FieldChange, 'id' | 'label'>) {
  if (id !== undefined) return fields.find((field) => field.id === id);
  const found = fields.filter((field) => field.label === label || field.id === label);
  return found.length === 1 ? found[0] : undefined;
}
