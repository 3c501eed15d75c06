import type { Field } from './field';
import { type FieldOverrides, orderFields } from './field-overrides';
import { type FieldRole, type FieldRoles, rolesOf } from './field-roles';
import type { Translate } from './texts';

/**
 * Under which heading a field is shown, in the form and wherever its answers are shown: the admin's, else one
 * of two that follow from the roles. Only the display depends on it. Runs anywhere.
 */

/**
 * `who`: the person, their company, how to reach them. `opportunity`: everything else. `consent`: at the end,
 * without a heading. `beyond`: an answer to a field that the form does not have.
 */
export type FieldGroup =
  | { of: 'who' | 'opportunity' | 'consent' | 'beyond' }
  | {
      of: 'admin';
      name: string;
    };

/** The roles of what identifies a person and their company. Such a field is never folded away. */
const WHO: readonly FieldRole[] = [
  'first-name',
  'last-name',
  'full-name',
  'email',
  'phone',
  'company',
  'website',
];
/** Fields that are read together; they stay together wherever one of them is. */
const NEIGHBOURS: readonly (readonly FieldRole[])[] = [
  ['first-name', 'last-name', 'full-name'],
  ['email', 'phone'],
  ['company', 'website'],
  ['value', 'currency'],
];
/** How many fields without a role may stand between two of `who` and still belong there ("Job title"). */
const MAX_BETWEEN = 2;

/** True for a field that identifies the lead: its group is `who`, and it is always in view. */
export function isWho(role: FieldRole | undefined): boolean {
  return role !== undefined && WHO.includes(role);
}

/**
 * The group of each field, by fieldId, from the whole schema: a field that one purpose leaves out does not
 * move another.
 */
export function groupsOf(fields: readonly Field[], overrides: FieldOverrides): Map<string, FieldGroup> {
  const roles = rolesOf(fields, overrides);
  const ordered = orderFields(fields, overrides);
  const known = ordered.map((field) => knownGroup(field, { roles, overrides }));
  return new Map(
    ordered.map(({ id }, index) => {
      const isPlaced = overrides.get(id)?.position !== undefined;
      const isAmong = isAmongWho(known, index, { isPlaced });
      return [id, known[index] ?? (isAmong ? { of: 'who' } : { of: 'opportunity' })];
    }),
  );
}

/** Undefined where only the fields around it can decide. */
function knownGroup(
  { id, kind }: Field,
  { roles, overrides }: { roles: FieldRoles; overrides: FieldOverrides },
): FieldGroup | undefined {
  const name = overrides.get(id)?.group;
  if (name !== undefined) return { of: 'admin', name };
  const role = roles.get(id) ?? 'none';
  if (role === 'consent') return { of: 'consent' };
  if (isWho(role) || ((kind === 'email' || kind === 'phone') && role === 'none')) return { of: 'who' };
  return role === 'none' ? undefined : { of: 'opportunity' };
}

/**
 * Whether a field stands between two of `who`. One that an admin moved before all of them is there on purpose.
 */
function isAmongWho(
  known: readonly (FieldGroup | undefined)[],
  index: number,
  { isPlaced }: { isPlaced: boolean },
): boolean {
  let start = index;
  while (start > 0 && known[start - 1] === undefined) start -= 1;
  let end = index;
  while (end < known.length - 1 && known[end + 1] === undefined) end += 1;
  if (end - start >= MAX_BETWEEN || known[end + 1]?.of !== 'who') return false;
  return known[start - 1]?.of === 'who' || (start === 0 && isPlaced);
}

/** The heading of a group; '' for none. */
export function groupTitle(group: FieldGroup, t: Translate): string {
  switch (group.of) {
    case 'admin':
      return group.name;
    case 'who':
      return t('groupWho');
    case 'opportunity':
      return t('groupOpportunity');
    case 'beyond':
      return t('groupBeyond');
    case 'consent':
      return '';
  }
}

/** One heading with what is under it. */
export type Grouped<Item> = { group: FieldGroup; items: Item[] };

/**
 * Items by group: `who`, the opportunity, the admin's in the order of their first items, consents, and what is
 * not in the form. Groups with the same title are one, so that an admin can add to the two default ones.
 */
export function inGroups<Item>(
  items: readonly Item[],
  { groupOf, titleOf }: { groupOf: (item: Item) => FieldGroup; titleOf: (group: FieldGroup) => string },
): Grouped<Item>[] {
  const byTitle = new Map<string, Grouped<Item>>();
  const inOrder = ORDER.flatMap((of) => items.filter((item) => groupOf(item).of === of));
  for (const item of inOrder) {
    const group = groupOf(item);
    const key = titleOf(group) || group.of;
    const grouped = byTitle.get(key) ?? { group, items: [] };
    grouped.items.push(item);
    byTitle.set(key, grouped);
  }
  return [...byTitle.values()];
}

const ORDER = ['who', 'opportunity', 'admin', 'consent', 'beyond'] as const satisfies FieldGroup['of'][];

/** Fields of neighbouring roles one after the other, where the first of them is. */
export function besideNeighbours<Item>(
  items: readonly Item[],
  roleOf: (item: Item) => FieldRole | undefined,
): Item[] {
  const placed = new Set<Item>();
  for (const item of items) {
    const role = roleOf(item);
    const roles = NEIGHBOURS.find((together) => role !== undefined && together.includes(role)) ?? [];
    placed.add(item);
    for (const other of items) if (roles.some((one) => one === roleOf(other))) placed.add(other);
  }
  return [...placed];
}

/** Whether two fields that follow one another are short enough, and close enough in meaning, to share a line. */
export function sharesLine(
  one: { kind: Field['kind']; role: FieldRole },
  other: { kind: Field['kind']; role: FieldRole },
): boolean {
  const isShort = ({ kind }: { kind: Field['kind'] }) => LINE_KINDS.includes(kind);
  const together = NEIGHBOURS.find((roles) => roles.includes(one.role));
  return isShort(one) && isShort(other) && (together?.includes(other.role) ?? false);
}

const LINE_KINDS: readonly Field['kind'][] = ['text', 'email', 'phone', 'url', 'currency', 'number'];
