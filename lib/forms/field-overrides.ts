import { defaultFieldName, defaultFieldNames } from '@/lib/core/default-labels';
import { isolate } from '@/lib/core/isolate';
import { languageOf } from '@/lib/core/language';
import { getOwn } from '@/lib/core/own';
import type { Field, LeadSchema } from './field';
import type { FieldRole } from './field-roles';
import { toFieldTokens } from './field-tokens';

/**
 * An admin's overrides of the portal's fields: labels, order, headings, hidden. They only affect how a field
 * is shown: its id, its kind, its rules and the version of the schema stay the portal's.
 */

/** An admin's texts about one field in one language. `group` is the heading of the field's group. */
export type FieldTexts = { label?: string; help?: string; group?: string };

/** An admin's overrides for one field, with the texts for one reader. Absent means as in the portal. */
export type FieldOverride = FieldTexts & {
  /** The labels in all languages, if there are several: what the field is does not depend on the reader. */
  labels?: readonly string[];
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

/** As stored: the texts in the desk's own language, and those in other languages by their code. */
export type StoredFieldOverride = Omit<FieldOverride, 'labels'> & {
  translations?: Readonly<Record<string, FieldTexts>>;
};

/** Stored overrides by fieldId. */
export type StoredFieldOverrides = ReadonlyMap<string, StoredFieldOverride>;

/** No overrides. */
export const NO_FIELD_OVERRIDES: FieldOverrides = new Map();

/**
 * The overrides with the texts for a reader: in their language where there are such, else in the desk's own.
 *
 * @param locale the reader's, as a tag (BCP 47)
 */
export function overridesFor(stored: StoredFieldOverrides, locale: string): FieldOverrides {
  const language = languageOf(locale);
  return new Map([...stored].map(([id, override]) => [id, inLanguage(override, language)]));
}

function inLanguage({ translations, ...own }: StoredFieldOverride, language: string): FieldOverride {
  if (!translations) return own;
  const { label, help, group } = getOwn(translations, language) ?? {};
  const labels = [own.label, ...Object.values(translations).map((texts) => texts.label)];
  return {
    ...own,
    labels: labels.filter((each) => each !== undefined),
    ...(label !== undefined && { label }),
    ...(help !== undefined && { help }),
    ...(group !== undefined && { group }),
  };
}

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

/**
 * The label of a field: the admin's, else the portal's, else its id. A reader of another language gets the usual name of a
 * standard field in it, if the portal's label is no more than the plain English name: words that a portal chose are never
 * replaced.
 *
 * @param locale the reader's, as a tag (BCP 47)
 */
export function labelOfField(field: Named, overrides: FieldOverrides, locale = ''): string {
  const label = overrides.get(field.id)?.label;
  return isolate(label ?? usualName(field, locale) ?? portalLabel(field));
}

type Named = Pick<Field, 'id' | 'label' | 'labels'>;
const portalLabel = ({ id, label }: Named) => label.trim() || id;

/**
 * The usual name of a standard field in the reader's language; undefined if the portal has a label in that language, or
 * its label is no plain English name of one.
 */
export function usualName(field: Named, locale: string): string | undefined {
  const language = languageOf(locale);
  if (getOwn(field.labels ?? {}, language) !== undefined) return undefined;
  return defaultFieldName(toFieldTokens(portalLabel(field)), language);
}

/** All names that people of the desk may see or have seen of a field, in any language. */
export function namesOfField(field: Pick<Field, 'id' | 'label'>, overrides: FieldOverrides): string[] {
  const label = portalLabel(field);
  return [label, ...defaultFieldNames(toFieldTokens(label)), ...(overrides.get(field.id)?.labels ?? [])];
}

/** The field with the admin's texts, and with its label in the reader's language. */
export function withTextOverrides<Shown extends Pick<Field, 'id' | 'label' | 'help'>>(
  field: Shown,
  overrides: FieldOverrides,
  locale?: string,
): Shown {
  const help = overrides.get(field.id)?.help ?? field.help;
  return { ...field, label: labelOfField(field, overrides, locale), ...(help !== undefined && { help }) };
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

/** The field with the portal's own labels in the reader's language, where it has them in several. */
export function inReadersLanguage(field: Field, locale: string): Field {
  const language = languageOf(locale);
  const options = field.options?.map((option) =>
    option.labels ? { ...option, label: getOwn(option.labels, language) ?? option.label } : option,
  );
  const label = getOwn(field.labels ?? {}, language) ?? field.label;
  return { ...field, label, ...(options && { options }) };
}

/**
 * The schema as shown on reading pages: with the portal's labels in the reader's language, the admin's labels and order,
 * and hidden fields marked.
 */
export function asShown(schema: LeadSchema, overrides: FieldOverrides, locale: string): LeadSchema {
  const own = schema.fields.map((field) => inReadersLanguage(field, locale));
  const fields = orderFields(own, overrides).map((field) => ({
    ...withTextOverrides(field, overrides, locale),
    ...(isHidden(field, overrides) && { hidden: true as const }),
  }));
  return { ...schema, fields };
}
