import type { Answer, Field, LeadSchema } from './field';
import { type FieldOverrides, isHidden, orderFields } from './field-overrides';

/** Which fields a form has, with which keys, and in which order. */

export type FormPurpose = 'create' | 'edit';

/** A field at its place in the form. */
type Placed = { field: Field; key: string; folded: boolean; group?: string };

/** Set from the membership, never editable, even where the portal lists them as fields (interface 2.1). */
const NEVER_ASKED = new Set(['partnerOrganizationId', 'agentId']);
/** A form with more fields than this folds its optional ones. */
const SHORT_FORM = 12;

/**
 * The fields of a form in display order: portal order unless an admin set one, fields without a heading
 * before all headings, required ones first under a heading, folded ones last.
 *
 * A key depends only on schema and purpose: whatever an admin changes while a form is open, its answers stay
 * with their fields.
 *
 * @param isOnScreen keeps a field that an admin hid, because a person has it on screen
 */
export function arrange({
  schema,
  purpose,
  overrides,
  isOnScreen = () => false,
}: {
  schema: LeadSchema;
  purpose: FormPurpose;
  overrides: FieldOverrides;
  isOnScreen?: (field: { key: string; id: string }) => boolean;
}): Placed[] {
  const keys = keysOf(schema, purpose);
  const keyOf = (field: Field) => keys.get(field.id) ?? '';
  const isShown = (field: Field) =>
    !isHidden(field, overrides) || isOnScreen({ key: keyOf(field), id: field.id });
  const shown = editableFields(orderFields(schema.fields, overrides), purpose).filter(isShown);
  const folds = foldingOf(shown, purpose);
  const placed = shown.map((field): Placed => {
    const group = overrides.get(field.id)?.group;
    return { field, key: keyOf(field), folded: folds(field), ...(group !== undefined && { group }) };
  });
  return [
    ...byGroup(placed.filter(({ folded }) => !folded)),
    ...byGroup(placed.filter(({ folded }) => folded)),
  ];
}

/**
 * The answer a new form starts with; never for a checkbox, which the person must tick themselves (requirement
 * F16).
 */
export function startingAnswer(field: Field, purpose: FormPurpose): Answer | undefined {
  const isTick = field.kind === 'boolean' && !field.required;
  return purpose === 'create' && !isTick ? field.defaultValue : undefined;
}

/** The key of every editable field: its place in the form without overrides. */
function keysOf(schema: LeadSchema, purpose: FormPurpose): Map<string, string> {
  const editable = editableFields(schema.fields, purpose);
  const folds = foldingOf(editable, purpose);
  const ordered = [...editable.filter((field) => !folds(field)), ...editable.filter(folds)];
  return new Map(ordered.map(({ id }, position) => [id, `f${position}`]));
}

function editableFields(fields: readonly Field[], purpose: FormPurpose): Field[] {
  const seen = new Set<string>(NEVER_ASKED);
  return fields
    .filter((field) => !seen.has(field.id) && seen.add(field.id))
    .filter((field) => (purpose === 'create' ? field.creatable : field.updateable));
}

function foldingOf(fields: readonly Field[], purpose: FormPurpose): (field: Field) => boolean {
  if (fields.length <= SHORT_FORM) return () => false;
  return (field) => !field.required && startingAnswer(field, purpose) === undefined;
}

/** The groups in the order of their first fields. */
function byGroup(fields: readonly Placed[]): Placed[] {
  const groups = new Map<string | undefined, Placed[]>([[undefined, []]]);
  for (const placed of fields) groups.set(placed.group, [...(groups.get(placed.group) ?? []), placed]);
  return [...groups].flatMap(([name, members]) => (name === undefined ? members : requiredFirst(members)));
}

function requiredFirst(members: readonly Placed[]): Placed[] {
  return [
    ...members.filter(({ field }) => field.required),
    ...members.filter(({ field }) => !field.required),
  ];
}
