import type { Field, FieldOption, LeadSchema } from './field';

/** What changed in the form between two versions. `option` is the label of a choice. */

type OptionChange =
  | { change: 'option-added'; value: FieldOption['value']; option: string; active: boolean }
  | { change: 'option-removed'; value: FieldOption['value']; option: string }
  | { change: 'option-renamed'; value: FieldOption['value']; was: string; is: string }
  | { change: 'option-retired' | 'option-offered'; value: FieldOption['value']; option: string };

/** Properties that are only reported as changed, without their values. */
const DETAILS = [
  'help',
  'maxLength',
  'min',
  'max',
  'currency',
  'sensitive',
  'defaultValue',
  'placement',
] as const;
type Detail = (typeof DETAILS)[number];

type FieldChange =
  | { change: 'added'; field: Field }
  | { change: 'removed' }
  | { change: 'renamed'; was: string; is: string }
  | { change: 'type'; was: Typed; is: Typed }
  | { change: 'required' | 'creatable' | 'updateable'; is: boolean }
  | { change: 'details'; is: Partial<Pick<Field, Detail>>; details: Detail[] }
  | { change: 'options-reordered'; order: string[] }
  | OptionChange;

type Typed = Pick<Field, 'kind' | 'sentType'>;

/** One difference. `label` is the field's newest one; `reordered` concerns the form as a whole. */
export type SchemaChange =
  | ({ fieldId: string; label: string } & FieldChange)
  | { change: 'reordered'; order: string[] };

/**
 * The differences between two versions, in the newer one's order, removed fields last. Empty if and only if
 * both render the same form; together they contain everything needed to get from one to the other.
 */
export function compareSchemas(from: LeadSchema, to: LeadSchema): SchemaChange[] {
  const before = new Map(from.fields.map((field) => [field.id, field]));
  const after = new Set(to.fields.map(({ id }) => id));
  const named = (field: Field, changes: FieldChange[]) =>
    changes.map((change): SchemaChange => ({ ...change, fieldId: field.id, label: field.label }));
  const order = to.fields.map(({ id }) => id);
  return [
    ...to.fields.flatMap((field) => named(field, compareField(before.get(field.id), field))),
    ...from.fields
      .filter(({ id }) => !after.has(id))
      .flatMap((field) => named(field, [{ change: 'removed' }])),
    ...(isReordered([...before.keys()], order) ? [{ change: 'reordered' as const, order }] : []),
  ];
}

function compareField(from: Field | undefined, to: Field): FieldChange[] {
  if (!from) return [{ change: 'added', field: to }];
  const changes: FieldChange[] = [];
  if (from.label !== to.label) changes.push({ change: 'renamed', was: from.label, is: to.label });
  if (from.kind !== to.kind || from.sentType !== to.sentType) {
    changes.push({ change: 'type', was: typeOf(from), is: typeOf(to) });
  }
  for (const change of ['required', 'creatable', 'updateable'] as const) {
    if (from[change] !== to[change]) changes.push({ change, is: to[change] });
  }
  const details = DETAILS.filter((detail) => !isSame(from[detail], to[detail]));
  if (details.length > 0) {
    const is = Object.fromEntries(details.map((detail) => [detail, to[detail]]));
    changes.push({ change: 'details', is, details });
  }
  return [...changes, ...compareOptions(from.options ?? [], to.options ?? [])];
}

const typeOf = ({ kind, sentType }: Field): Typed => ({ kind, sentType });

/** A default may be a list; lists with equal values are equal. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function compareOptions(from: readonly FieldOption[], to: readonly FieldOption[]): FieldChange[] {
  const before = new Map(from.map((option) => [keyOf(option), option]));
  const after = new Set(to.map(keyOf));
  const order = to.map(keyOf);
  return [
    ...to.flatMap((option) => compareOption(before.get(keyOf(option)), option)),
    ...from
      .filter((option) => !after.has(keyOf(option)))
      .map(({ value, label }): FieldChange => ({ change: 'option-removed', value, option: label })),
    ...(isReordered([...before.keys()], order) ? [{ change: 'options-reordered' as const, order }] : []),
  ];
}

/** The number 1 and the text "1" are two values to the service. */
export const keyOf = ({ value }: Pick<FieldOption, 'value'>): string => JSON.stringify(value);

function compareOption(from: FieldOption | undefined, to: FieldOption): FieldChange[] {
  const { value, label, active } = to;
  if (!from) return [{ change: 'option-added', value, option: label, active }];
  const changes: FieldChange[] = [];
  if (from.label !== label) changes.push({ change: 'option-renamed', value, was: from.label, is: label });
  if (from.active !== active) {
    changes.push({ change: active ? 'option-offered' : 'option-retired', value, option: label });
  }
  return changes;
}

/**
 * True if common items changed their order, or a new item is not last: then additions and removals alone
 * would not give the newer order.
 */
function isReordered(from: readonly string[], to: readonly string[]): boolean {
  const there = new Set(to);
  const staying = from.filter((id) => there.has(id));
  const known = new Set(staying);
  const appended = [...staying, ...to.filter((id) => !known.has(id))];
  return appended.some((id, index) => id !== to[index]);
}
