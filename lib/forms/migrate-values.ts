import { isReworded } from './compare';
import { isRealDate } from './dates';
import { FAMILY_OF } from './field';
import { type FormField, type FormModel, withChoices } from './form-model';
import { holdsMany, type InputValue, type InputValues, isBlank, sameInput } from './input-values';
import { inputOfAnswer, toInputValues } from './prefill';
import type { LostAnswer } from './state';
import type { Translate } from './texts';

type MigrateOptions = { timeZone: string; texts: Translate };

export type MigratedValues = {
  /**
   * The new form model, including chosen options that are no longer offered, marked as such (requirement
   * F19).
   */
  model: FormModel;
  input: InputValues;
  /** Answers without a place in the new form: shown, so that the person can copy them. */
  lost: LostAnswer[];
};

/**
 * Migrates answers from one version of the form model to another, by fieldId, when the schema changed while a
 * page was open. An answer never moves to another field; one that its field can no longer hold is returned in
 * `lost`, never silently dropped. Untouched fields start as in the new form model, and so does a consent with
 * a new wording.
 */
export function migrateValues(
  from: FormModel,
  input: InputValues,
  to: FormModel,
  { timeZone, texts }: MigrateOptions,
): MigratedValues {
  const typed = new Map(
    from.fields
      .map((field) => ({ field, value: input[field.key] ?? '' }))
      .filter(({ field, value }) => !sameInput(value, initialValue(field, { timeZone, locale: from.locale })))
      .map((entry) => [entry.field.id, entry]),
  );
  const values = toInputValues(to, currentAnswers(to), { timeZone });
  const lost: LostAnswer[] = [];
  const fields = to.fields.map((field) => {
    const entry = typed.get(field.id);
    if (!entry) return field;
    typed.delete(field.id);
    if (isReworded(entry.field, field)) return field;
    const moved = convert(entry.field, entry.value, field);
    if (moved === undefined)
      lost.push({ label: field.label, text: showInput(entry.field, entry.value, texts) });
    else values[field.key] = moved;
    return { ...field, ...withChoices(field, [moved ?? []].flat(), entry.field.options) };
  });
  for (const { field, value } of typed.values()) {
    if (!isBlank(value)) lost.push({ label: field.label, text: showInput(field, value, texts) });
  }
  return { model: { ...to, fields }, input: values, lost };
}

function initialValue(field: FormField, options: { timeZone: string; locale: string }): InputValue {
  return inputOfAnswer(field, field.currentValue ?? field.defaultAnswer, options);
}

function currentAnswers(model: FormModel) {
  const currentValue = model.fields.filter((field) => field.currentValue !== undefined);
  return Object.assign(
    Object.create(null),
    ...currentValue.map((field) => ownEntry(field.id, field.currentValue)),
  );
}

/** `{ [id]: value }` as an own property, even for `__proto__`. */
function ownEntry(id: string, value: unknown) {
  return Object.fromEntries([[id, value]]);
}

/** The old control's value converted for the new one; undefined if it cannot hold it. */
function convert(from: FormField, value: InputValue, to: FormField): InputValue | undefined {
  if (isBlank(value)) return holdsMany(to) ? [] : '';
  const texts = [value].flat();
  if (to.options) return toChoices(from, texts, to);
  if (to.kind === 'boolean' || from.kind === 'boolean') return toBoolean(from, texts[0] ?? '', to);
  return toText(from, texts, to);
}

function toChoices(from: FormField, texts: string[], to: FormField): InputValue | undefined {
  if (from.kind === 'boolean') return undefined;
  const found = texts.map((text) => {
    const option = to.options?.find(({ value, label }) => [String(value), label].includes(text));
    return option ? String(option.value) : from.options && text;
  });
  const chosen = found.filter((text) => text !== undefined);
  if (chosen.length < texts.length) return undefined;
  if (holdsMany(to)) return chosen;
  return chosen.length === 1 ? chosen[0] : undefined;
}

function toBoolean(from: FormField, text: string, to: FormField): InputValue | undefined {
  if (from.kind !== to.kind) return undefined;
  return to.control === 'checkbox' && text === 'false' ? '' : text;
}

function toText(from: FormField, texts: string[], to: FormField): InputValue | undefined {
  const labels =
    to.options === undefined && FAMILY_OF[to.kind] === 'choice'
      ? texts
      : texts.map((text) => labelOf(from, text));
  const text = labels.join(', ');
  if (to.kind === 'date')
    return isRealDate(text.slice(0, 10)) && /^.{10}(T|$)/.test(text) ? text.slice(0, 10) : undefined;
  if (to.kind === 'date-time') return from.kind === 'date-time' ? text : undefined;
  return to.control === 'textarea'
    ? text
    : text.replace(/(?<!\s)\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank));
}

function labelOf(field: FormField, text: string): string {
  return field.options?.find(({ value }) => String(value) === text)?.label ?? text;
}

function showInput(field: FormField, value: InputValue, t: Translate): string {
  if (field.kind === 'boolean') return t(value === 'true' ? 'yes' : 'no');
  return [value]
    .flat()
    .map((text) => labelOf(field, text))
    .join(', ');
}
