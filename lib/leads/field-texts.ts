import 'server-only';
import { getOwn } from '@/lib/core/own';
import type { Answers, Field, FieldKind, LeadSchema } from '@/lib/forms/field';
import type { FieldText } from './view';

type LeadRecord = { standard: Record<string, unknown>; custom: Record<string, unknown> };

/** Told elsewhere on the page, or of no use to a person (interface 2.1). */
const NOT_SHOWN = new Set([
  'id',
  'companyId',
  'status',
  'createdAt',
  'updatedAt',
  'partnerOrganizationId',
  'agentId',
  'customFields',
]);

/**
 * Every field of a lead with its answer, in the schema's order, unanswered ones included; then what the lead
 * holds beyond the schema, under the label it last had.
 *
 * @param formerLabel the last known label of a field that the schema no longer has
 */
export function toFieldTexts({
  schema,
  record,
  formerLabel,
}: {
  schema: LeadSchema | undefined;
  record: LeadRecord;
  formerLabel: (fieldId: string) => string | undefined;
}): FieldText[] {
  const fields = (schema?.fields ?? []).filter((field) => !NOT_SHOWN.has(field.id));
  const known = new Set(fields.map((field) => field.id));
  const shown = fields
    .filter((field) => !field.hidden)
    .map((field) => ({ field, text: toFieldText(field, readValue(record, field)) }))
    // A field that nobody can fill in any more is only worth a line where it holds something.
    .filter(({ field, text }) => field.creatable || field.updateable || text.values.length > 0);
  return [...shown.map(({ text }) => text), ...beyondSchema({ record, known, formerLabel })];
}

/** The answers of a submission, in the same form; only those given. */
export function answersToFieldTexts(schema: LeadSchema | undefined, answers: Answers): FieldText[] {
  return (schema?.fields ?? [])
    .filter((field) => Object.hasOwn(answers, field.id))
    .map((field) => toFieldText(field, answers[field.id]));
}

/** Ids that a lead holds and the schema does not name. */
export function idsBeyondSchema(schema: LeadSchema | undefined, record: LeadRecord): string[] {
  const known = new Set(schema?.fields.map((field) => field.id));
  return [...Object.keys(record.standard), ...Object.keys(record.custom)].filter(
    (id) => !known.has(id) && !NOT_SHOWN.has(id),
  );
}

function beyondSchema({
  record,
  known,
  formerLabel,
}: {
  record: LeadRecord;
  known: Set<string>;
  formerLabel: (fieldId: string) => string | undefined;
}): FieldText[] {
  return [...Object.entries(record.standard), ...Object.entries(record.custom)]
    .filter(([id]) => !known.has(id) && !NOT_SHOWN.has(id))
    .map(([id, value]) => {
      const field = { id, label: formerLabel(id) ?? id };
      const texts = toTexts(value);
      const [only = ''] = texts;
      return texts.length > 1
        ? { ...field, kind: 'text' as const, values: texts }
        : textToFieldText(field, only);
    })
    .filter((text) => text.values.length > 0);
}

/** A value of which only the text is known: what can only be a time, a day or a yes or no is shown as one. */
export function textToFieldText(field: Pick<FieldText, 'id' | 'label'>, text: string): FieldText {
  return { ...field, kind: kindOf(text), values: text === '' ? [] : [text] };
}

function kindOf(text: string): FieldKind {
  if (text === 'true' || text === 'false') return 'boolean';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? 'date-time' : 'text';
}

function readValue(record: LeadRecord, field: Field): unknown {
  const [first, second] =
    field.placement === 'custom' ? [record.custom, record.standard] : [record.standard, record.custom];
  // Portals differ in where they put what they read back: the other place counts where this one is empty.
  return Object.hasOwn(first, field.id) ? first[field.id] : getOwn(second, field.id);
}

/** A field's value in the words of its form: choices by their labels. */
export function toFieldText(field: Field, value: unknown): FieldText {
  const labels = new Map(field.options?.map((option) => [String(option.value), option.label]));
  return {
    id: field.id,
    label: field.label,
    kind: field.kind,
    values: toTexts(value).map((text) => labels.get(text) ?? text),
    currency: field.currency,
  };
}

function toTexts(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap(toTexts);
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}
