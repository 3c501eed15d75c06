import 'server-only';
import { getOwn } from '@/lib/core/own';
import { type FieldText, toFieldText } from '@/lib/forms/answer-text';
import type { Answers, Field, FieldKind, LeadSchema } from '@/lib/forms/field';
import { besideNeighbours, groupsOf } from '@/lib/forms/field-groups';
import type { FieldOverrides } from '@/lib/forms/field-overrides';
import { rolesOf } from '@/lib/forms/field-roles';
import type { GroupedFieldText } from './view';

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
 * fields that are not in the schema.
 */
export function toFieldTexts(schema: LeadSchema | undefined, record: LeadRecord): FieldText[] {
  const fields = (schema?.fields ?? []).filter((field) => !NOT_SHOWN.has(field.id));
  const known = new Set(fields.map((field) => field.id));
  const shown = fields
    .filter((field) => !field.hidden)
    .map((field) => ({ field, text: toFieldText(field, readValue(record, field)) }))
    // A field that can no longer be filled in is only shown if it has a value.
    .filter(({ field, text }) => field.creatable || field.updateable || text.values.length > 0);
  return [...shown.map(({ text }) => text), ...beyondSchema(record, known)];
}

/** The fields whose answers people see, in the schema's order. */
export function answerFields({ fields }: LeadSchema): Field[] {
  return fields.filter(({ id, hidden }) => !hidden && !NOT_SHOWN.has(id));
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

/** The fields that a person's name in a title is made of; another field that admins use as a name is no part of it. */
const NAME_FIELDS = new Set(['firstName', 'lastName']);

/** The answers that the title of the lead's page does not say already; it says the company only if it was recorded. */
export function beyondTitle(
  texts: readonly FieldText[],
  {
    schema,
    overrides,
    company,
  }: { schema: LeadSchema | undefined; overrides: FieldOverrides; company: string | null },
): FieldText[] {
  const roles = rolesOf(schema?.fields ?? [], overrides);
  const isInTitle = (id: string) => NAME_FIELDS.has(id) || (roles.get(id) === 'company' && company);
  return texts.filter(({ id, values }) => values.length === 0 || !isInTitle(id));
}

/** The values of a lead that its page shows as answers, by field. */
export function shownValues({ standard, custom }: LeadRecord): [fieldId: string, value: unknown][] {
  return [...Object.entries(standard), ...Object.entries(custom)].filter(([id]) => !NOT_SHOWN.has(id));
}

/** What no version of the form had: under its id, by what its value looks like. */
function beyondSchema(record: LeadRecord, known: ReadonlySet<string>): FieldText[] {
  return shownValues(record)
    .filter(([id]) => !known.has(id))
    .map(([id, value]) => {
      const field = { id, label: id };
      const { values } = toFieldText({ ...field, kind: 'text' }, value);
      const [only = ''] = values;
      return values.length > 1 ? { ...field, kind: 'text' as const, values } : textToFieldText(field, only);
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

/** The value of a field as the portal sent it. */
export function readValue(record: LeadRecord, field: Field): unknown {
  const [first, second] =
    field.placement === 'custom' ? [record.custom, record.standard] : [record.standard, record.custom];
  // Portals differ in where they return a field: use the other place if this one is empty.
  return Object.hasOwn(first, field.id) ? first[field.id] : getOwn(second, field.id);
}
