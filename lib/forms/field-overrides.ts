import { isolate } from '@/lib/core/isolate';
import type { Field, LeadSchema } from './field';
import type { FieldRole } from './field-roles';

/**
 * An admin's overrides of the portal's fields: labels, order, headings, hidden. They only affect how a field
 * is shown: its id, its kind, its rules and the version of the schema stay the portal's.
 */

/** An admin's overrides for one field. Absent means as in the portal. */
export type FieldOverride = {
  label?: string;
  help?: string;
  /** The heading of the field's group. */
  group?: string;
  /** The place in the whole list of fields, from 1. */
  position?: number;
  hidden: boolean;
  /** What it is used as, if the guess is wrong. */
  role?: FieldRole;
};

/** The places of an admin's order, by the id of what is ordered. */
type Places = ReadonlyMap<string, { position?: number }>;

/** Overrides by fieldId. A map, because a fieldId may be `__proto__`. */
export type FieldOverrides = ReadonlyMap<string, FieldOverride>;

/** No overrides. */
export const NO_FIELD_OVERRIDES: FieldOverrides = new Map();

/**
 * True if an admin hid the field. A required field is never hidden: the portal would refuse every lead, so a
 * field that becomes required is shown again, regardless of the override.
 */
export function isHidden(
  field: { id: string; required?: boolean },
  overrides: ReadonlyMap<string, { hidden?: boolean }>,
): boolean {
  return !field.required && overrides.get(field.id)?.hidden === true;
}

/** The label of a field: the admin's, else the portal's, else its id. */
export function labelOfField(field: Pick<Field, 'id' | 'label'>, overrides: FieldOverrides): string {
  return isolate(overrides.get(field.id)?.label ?? (field.label.trim() || field.id));
}

/** The field with the admin's texts. */
export function withTextOverrides<Shown extends Pick<Field, 'id' | 'label' | 'help'>>(
  field: Shown,
  overrides: FieldOverrides,
): Shown {
  const help = overrides.get(field.id)?.help ?? field.help;
  return { ...field, label: labelOfField(field, overrides), ...(help !== undefined && { help }) };
}

/**
 * The fields in the admin's order: one with its own place is put there, the others fill the places between in
 * the portal's order. So a field that the portal adds appears where the portal put it.
 */
export function orderFields<Listed extends { id: string }>(
  fields: readonly Listed[],
  overrides: Places,
): Listed[] {
  const placeOf = ({ id }: Listed) => overrides.get(id)?.position;
  const placed = fields
    .flatMap((field) => {
      const place = placeOf(field);
      return place === undefined ? [] : [{ field, place }];
    })
    .sort((one, other) => one.place - other.place);
  const others = fields.filter((field) => placeOf(field) === undefined);
  const ordered: Listed[] = [];
  let next = 0;
  for (const field of others) {
    while ((placed[next]?.place ?? Number.POSITIVE_INFINITY) <= ordered.length + 1) {
      const due = placed[next++];
      if (due) ordered.push(due.field);
    }
    ordered.push(field);
  }
  return [...ordered, ...placed.slice(next).map(({ field }) => field)];
}

/**
 * The places after a field was moved: it is exactly there, and of the others with their own place only those
 * in its way move, by one, towards its old place. Includes every field whose place changed.
 */
export function placeField(
  { fields, overrides }: { fields: readonly { id: string }[]; overrides: Places },
  { fieldId, position }: { fieldId: string; position: number },
): Map<string, number> {
  const order = orderFields(fields, overrides).map(({ id }) => id);
  const from = order.indexOf(fieldId) + 1;
  if (from === 0) return new Map();
  const to = Math.min(Math.max(position, 1), order.length);
  const isPlaced = (id: string | undefined) => id !== undefined && overrides.get(id)?.position !== undefined;
  const places = new Map(
    order.map((id, index): [string, number] => [id, index + 1]).filter(([id]) => isPlaced(id)),
  );
  places.set(fieldId, to);
  const step = from < to ? -1 : 1;
  for (let place = to; place !== from; place += step) {
    const inTheWay = order[place - 1];
    if (inTheWay === undefined || !isPlaced(inTheWay)) break;
    places.set(inTheWay, place + step);
  }
  return new Map([...places].filter(([id, place]) => overrides.get(id)?.position !== place));
}

/** The schema as shown on reading pages: with the admin's labels and order, and hidden fields marked. */
export function asShown(schema: LeadSchema, overrides: FieldOverrides): LeadSchema {
  const fields = orderFields(schema.fields, overrides).map((field) => ({
    ...withTextOverrides(field, overrides),
    ...(isHidden(field, overrides) && { hidden: true as const }),
  }));
  return { ...schema, fields };
}
