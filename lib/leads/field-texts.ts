import 'server-only';
import { getOwn } from '@/lib/core/own';
import type { Answers, Field, FieldKind, LeadSchema } from '@/lib/forms/field';
import { besideNeighbours, groupsOf } from '@/lib/forms/field-groups';
import type { FieldOverrides } from '@/lib/forms/field-overrides';
import { rolesOf } from '@/lib/forms/field-roles';
import type { FieldText, GroupedFieldText } from './view';

type LeadRecord = { standard: Record<string, unknown>; custom: Record<string, unknown> };

/** Shown elsewhere on the page, or of no use to a person (interface 2.1). */
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
 * Every field of a lead with its answer, in the schema's order, including unanswered ones; then the lead's
 * fields that are not in the schema, under their last label.
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
    // A field that can no longer be filled in is only shown if it has a value.
    .filter(({ field, text }) => field.creatable || field.updateable || text.values.length > 0);
  return [...shown.map(({ text }) => text), ...beyondSchema({ record, known, formerLabel })];
}

/** The answers of a submission in the same form; only those given. */
export function answersToFieldTexts(schema: LeadSchema | undefined, answers: Answers): FieldText[] {
  return (schema?.fields ?? [])
    .filter((field) => Object.hasOwn(answers, field.id))
    .map((field) => toFieldText(field, answers[field.id]));
}

/**
 * The answers with the group that the form has them in, and those that are read together next to each other,
 * as in the form.
 *
 * @param schema as the portal sent it
 */
export function withGroups(
  texts: readonly FieldText[],
  { schema, overrides }: { schema: LeadSchema | undefined; overrides: FieldOverrides },
): GroupedFieldText[] {
  const fields = schema?.fields ?? [];
  const groups = groupsOf(fields, overrides);
  const roles = rolesOf(fields, overrides);
  return besideNeighbours(texts, ({ id }) => roles.get(id)).map((text) => ({
    ...text,
    group: groups.get(text.id) ?? { of: 'beyond' },
  }));
}

/** The ids of a lead's fields that the schema does not name. */
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

/** A value known only as text: what can only be a time, a day or a boolean is shown as one. */
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
  // Portals differ in where they return a field: use the other place if this one is empty.
  return Object.hasOwn(first, field.id) ? first[field.id] : getOwn(second, field.id);
}

/** A field's value as its form shows it: choices by their labels. */
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
