import { toSeries } from '@/lib/core/language';
import type { FormField, FormModel } from './form-model';
import { holdsMany, type InputValue, type InputValues, isBlank, sameInput } from './input-values';
import type { LostAnswer } from './state';

/**
 * What a draft holds: only differences from the form as rendered, by fieldId, so that each finds its field in
 * another version of the form. The same in the browser's tab and on the server.
 */
export type DraftField = [fieldId: string, kind: string, value: InputValue];

/**
 * False for fields that are never stored: a consent must not be restored, and sensitive input stays in the
 * form.
 */
export function isDraftable({ consent, sensitive }: Pick<FormField, 'consent' | 'sensitive'>): boolean {
  return !consent && !sensitive;
}

/** The input into a form model that started with `start`, without fields that are never stored. */
export function draftFields(model: FormModel, start: InputValues, now: InputValues): DraftField[] {
  return model.fields
    .filter(isDraftable)
    .map((field) => ({ field, value: now[field.key] ?? '' }))
    .filter(({ field, value }) => !sameInput(value, start[field.key] ?? (holdsMany(field) ? [] : '')))
    .map(({ field, value }) => [field.id, field.kind, value]);
}

/**
 * The draft's values by key of this form model, without fields that are gone, have another kind or are never
 * stored.
 */
export function restoreFields(
  model: FormModel,
  { fields }: { fields: readonly DraftField[] },
): [key: string, value: InputValue][] {
  const byId = new Map(model.fields.filter(isDraftable).map((field) => [field.id, field]));
  return fields.flatMap(([id, kind, value]): [string, InputValue][] => {
    const field = byId.get(id);
    return field?.kind === kind && holdsMany(field) === Array.isArray(value) ? [[field.key, value]] : [];
  });
}

/**
 * The fields that a restored draft leaves as rendered, by label: those that are empty then, and those with
 * their initial value.
 */
export function fieldsLeftOut(model: FormModel, start: InputValues): { empty: string[]; asBefore: string[] } {
  const left = model.fields.filter((field) => !isDraftable(field));
  const labelsOf = (fields: typeof left) => fields.map(({ label }) => label);
  return {
    empty: labelsOf(left.filter(({ key }) => isBlank(start[key]))),
    asBefore: labelsOf(left.filter(({ key }) => !isBlank(start[key]))),
  };
}

/** The values that differ from the form as rendered now: for the person to read and copy. */
export function answersOutsideForm(
  model: FormModel,
  { start, values, labels }: { start: InputValues; values: InputValues; labels: { yes: string; no: string } },
): LostAnswer[] {
  return model.fields.flatMap((field) => {
    const value = values[field.key] ?? '';
    if (isBlank(value) || sameInput(value, start[field.key] ?? '')) return [];
    const yesNo: Record<string, string> =
      field.kind === 'boolean' ? { true: labels.yes, false: labels.no } : {};
    const labelOf = (text: string) =>
      field.options?.find((option) => String(option.value) === text)?.label ?? yesNo[text] ?? text;
    return [{ label: field.label, text: toSeries(model.locale, [value].flat().map(labelOf)) }];
  });
}
