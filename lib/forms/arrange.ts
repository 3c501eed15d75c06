import type { Answer, Field, LeadSchema } from './field';
import { besideNeighbours, type FieldGroup, groupsOf, inGroups, isWho, sharesLine } from './field-groups';
import { type FieldOverrides, isHidden, orderFields } from './field-overrides';
import { type FieldRole, rolesOf } from './field-roles';

/** Which fields a form has, with which keys, and in which order. */

export type FormPurpose = 'create' | 'edit';

/** A field at its place in the form. */
type Placed = {
  field: Field;
  key: string;
  role: FieldRole;
  folded: boolean;
  /**
   * The heading it is under; absent for who it is about if that comes first, as anybody expects, for folded fields and
   * consents, and where one heading would be the only one.
   */
  group?: string;
  /** Shares a line with the field before or after it, where there is room. */
  half?: true;
};

/** Set from the membership, never editable, even where the portal lists them as fields (interface 2.1). */
const NEVER_ASKED = new Set(['partnerOrganizationId', 'agentId']);
/** A form with more fields than this folds its optional ones. */
const SHORT_FORM = 12;

type Arrangement = {
  schema: LeadSchema;
  purpose: FormPurpose;
  overrides: FieldOverrides;
  /** The heading of a group in the person's language; '' for none. */
  titleOf: (group: FieldGroup) => string;
  /** Keeps a field that an admin hid, because a person has it on screen. */
  isOnScreen?: (field: { key: string; id: string }) => boolean;
};

/**
 * The fields of a form in display order: who it is about, the opportunity, the admin's own groups, then
 * consents, then the folded fields. Within a group it is portal order unless an admin set one, with fields that
 * are read together next to each other; required ones first under a heading of the admin's.
 *
 * A key depends only on schema and purpose: whatever an admin changes while a form is open, its answers stay
 * with their fields.
 */
export function arrange(form: Arrangement): Placed[] {
  const { schema, overrides } = form;
  const groups = groupsOf(schema.fields, overrides);
  const groupOf = ({ field }: Placed): FieldGroup => groups.get(field.id) ?? { of: 'opportunity' };
  const placed = placeFields(form, groups);
  const consents = placed.filter((one) => groupOf(one).of === 'consent');
  const others = placed.filter((one) => groupOf(one).of !== 'consent');
  const inView = inGroups(
    others.filter(({ folded }) => !folded),
    { groupOf, titleOf: form.titleOf },
  );
  const hasHeadings = inView.length > 1 || inView[0]?.group.of === 'admin';
  const folded = inGroups(
    others.filter((one) => one.folded),
    // More of what the two default groups are about needs no heading below "More details".
    { groupOf, titleOf: (group) => (group.of === 'admin' ? group.name : '') },
  );
  return [
    ...inView.flatMap((one, index) => {
      const isObvious = index === 0 && one.group.of === 'who';
      return inOrder(one, hasHeadings && !isObvious ? form.titleOf(one.group) : '');
    }),
    ...consents,
    ...folded.flatMap((one) => inOrder(one, one.group.of === 'admin' ? one.group.name : '')),
  ];
}

/** The fields of the form, not in order of groups yet. */
function placeFields(
  { schema, purpose, overrides, isOnScreen = () => false }: Arrangement,
  groups: ReadonlyMap<string, FieldGroup>,
): Placed[] {
  const keys = keysOf(schema, purpose);
  const keyOf = (field: Field) => keys.get(field.id) ?? '';
  const roles = rolesOf(schema.fields, overrides);
  const isShown = (field: Field) =>
    !isHidden(field, overrides) || isOnScreen({ key: keyOf(field), id: field.id });
  const shown = editableFields(orderFields(schema.fields, overrides), purpose).filter(isShown);
  const isOptional = optionalIn(shown, purpose);
  return shown.map((field): Placed => {
    const role = roles.get(field.id) ?? 'none';
    const isMain = isWho(role) || role === 'value' || groups.get(field.id)?.of === 'consent';
    return { field, key: keyOf(field), role, folded: !isMain && isOptional(field) };
  });
}

/** The fields of one group, those that are read together next to each other. */
function inOrder({ group, items }: { group: FieldGroup; items: readonly Placed[] }, title: string): Placed[] {
  const listed = besideNeighbours(group.of === 'admin' ? requiredFirst(items) : items, ({ role }) => role);
  const heading = title === '' ? {} : { group: title };
  const halves = new Set<Placed>();
  for (const [index, one] of listed.entries()) {
    const next = listed[index + 1];
    if (next && !halves.has(one) && isPair(one, next)) halves.add(one).add(next);
  }
  return listed.map((one) => ({ ...one, ...heading, ...(halves.has(one) && { half: true as const }) }));
}

function isPair(one: Placed, next: Placed): boolean {
  return sharesLine({ ...one.field, role: one.role }, { ...next.field, role: next.role });
}

/**
 * The answer a new form starts with; never for a checkbox, which the person must tick themselves (requirement
 * F16).
 */
export function startingAnswer(field: Field, purpose: FormPurpose): Answer | undefined {
  const isTick = field.kind === 'boolean' && !field.required;
  return purpose === 'create' && !isTick ? field.defaultValue : undefined;
}

/**
 * The key of every editable field. Never changes for a schema, not even with a new version of this desk: an
 * open form may be posted after an update.
 */
function keysOf(schema: LeadSchema, purpose: FormPurpose): Map<string, string> {
  const editable = editableFields(schema.fields, purpose);
  const isOptional = optionalIn(editable, purpose);
  const ordered = [...editable.filter((field) => !isOptional(field)), ...editable.filter(isOptional)];
  return new Map(ordered.map(({ id }, position) => [id, `f${position}`]));
}

function editableFields(fields: readonly Field[], purpose: FormPurpose): Field[] {
  const seen = new Set<string>(NEVER_ASKED);
  return fields
    .filter((field) => !seen.has(field.id) && seen.add(field.id))
    .filter((field) => (purpose === 'create' ? field.creatable : field.updateable));
}

/** The fields that a long form may fold: optional, and empty at first. */
function optionalIn(fields: readonly Field[], purpose: FormPurpose): (field: Field) => boolean {
  if (fields.length <= SHORT_FORM) return () => false;
  return (field) => !field.required && startingAnswer(field, purpose) === undefined;
}

function requiredFirst(members: readonly Placed[]): Placed[] {
  return [
    ...members.filter(({ field }) => field.required),
    ...members.filter(({ field }) => !field.required),
  ];
}
