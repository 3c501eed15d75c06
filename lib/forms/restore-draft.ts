import { type DraftField, isDraftable } from './draft-fields';
import { FAMILY_OF } from './field';
import type { FormField, FormModel } from './form-model';
import { holdsMany, type InputValue, type InputValues, isBlank, sameInput } from './input-values';
import { migrateValues } from './migrate-values';
import { inputOfAnswer } from './prefill';
import { validate } from './rules';
import type { LostAnswer } from './state';
import type { Translate } from './texts';

/** A stored draft with the form it was typed into. */
export type TypedDraft = { form: FormModel; fields: readonly DraftField[]; timeZone: string };

export type RestoredDraft = {
  /** The form with choices that are no longer offered and were made. */
  model: FormModel;
  values: InputValues;
  /** What has no place in the form now. */
  lost: LostAnswer[];
};

/**
 * What was typed into a form, for the form as it is now: another version, another language, another time zone.
 *
 * @param start the values of the form's controls before any input
 */
export function restoreDraft(
  typed: TypedDraft,
  {
    model,
    start,
    timeZone,
    texts,
  }: { model: FormModel; start: InputValues; timeZone: string; texts: Translate },
): RestoredDraft {
  const held = new Map(typed.fields.map(([id, kind, value]) => [id, { kind, value }]));
  const fields = typed.form.fields.filter((field) => isHeldBy(field, held.get(field.id)));
  const before = { ...typed.form, fields };
  const input = Object.fromEntries(
    fields.map((field) => [
      field.key,
      inPlace(held.get(field.id)?.value ?? '', { field, typed, locale: model.locale, timeZone }),
    ]),
  );
  const migrated = migrateValues(before, input, model, { timeZone, texts });
  const after = new Map(migrated.model.fields.map((field) => [field.id, field]));
  const values = { ...start };
  for (const from of fields) {
    const to = after.get(from.id);
    if (!to || !isDraftable(to)) continue;
    const value = input[from.key] ?? '';
    const moved = isSameControl(from, to) ? value : migrated.input[to.key];
    if (isBlank(value)) values[to.key] = holdsMany(to) ? [] : '';
    else if (moved !== undefined && !isBlank(moved)) values[to.key] = moved;
  }
  return { model: migrated.model, values, lost: migrated.lost };
}

function isHeldBy(field: FormField, held: { kind: string; value: InputValue } | undefined): boolean {
  return held?.kind === field.kind && isDraftable(field) && holdsMany(field) === Array.isArray(held.value);
}

const isSameControl = (one: FormField, other: FormField) =>
  one.kind === other.kind && one.control === other.control;

/**
 * A number as the other language writes it, and a moment in the other time zone: "12.500" typed in German is
 * not twelve and a half. What cannot be read stays as typed.
 */
function inPlace(
  value: InputValue,
  { field, typed, ...to }: { field: FormField; typed: TypedDraft; locale: string; timeZone: string },
): InputValue {
  const { form, timeZone } = typed;
  const moves =
    (FAMILY_OF[field.kind] === 'number' && form.locale !== to.locale) ||
    (field.kind === 'date-time' && timeZone !== to.timeZone);
  if (!moves || field.options) return value;
  const alone = { ...form, fields: [{ ...field, required: false }] };
  const read = validate(alone, { [field.key]: value }, { timeZone });
  const answer = read.ok ? read.answers[field.id] : undefined;
  if (answer === undefined) return value;
  const written = inputOfAnswer(field, answer, to);
  return sameInput(written, value) ? value : written;
}
