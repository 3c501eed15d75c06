/**
 * Input values: what the controls hold before validation. Exactly as in FormData or react-hook-form, keyed by
 * the form model's own keys (`f0`, `f1`, …), never by a fieldId.
 */

import type { FormField, FormModel } from './form-model';

/** '' or [] means nothing was entered. */
export type InputValue = string | string[];
export type InputValues = Record<string, InputValue>;

/** True if the field's control holds a list of values (checkboxes, combobox with chips). */
export function holdsMany(field: Pick<FormField, 'control'>): boolean {
  return field.control === 'checkboxes' || field.control === 'multi-combobox';
}

/**
 * Converts an untrusted value to the shape of the field's control: a list for multi-value controls, else one
 * string. Absent, null, false and files become empty.
 */
export function toInputValue(field: Pick<FormField, 'control'>, value: unknown): InputValue {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '');
  return holdsMany(field) ? texts : (texts[0] ?? '');
}

function textOf(value: unknown): string {
  if (value === true) return 'true';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Every key of the form model with an empty value. */
export function blankValues(model: FormModel): InputValues {
  return Object.fromEntries(model.fields.map((field) => [field.key, holdsMany(field) ? [] : '']));
}

/** True if empty or only white space. A group of options of which none is chosen is null in a form. */
export function isBlank(input: InputValue | null | undefined): boolean {
  if (input === undefined || input === null) return true;
  return Array.isArray(input) ? input.length === 0 : input.trim() === '';
}

/** True if both hold the same. Ignores line ends (a browser posts CRLF for LF) and the order of a list. */
export function sameInput(one: InputValue, other: InputValue): boolean {
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return normalized(one) === normalized(other);
}

function normalized(input: InputValue): string {
  return Array.isArray(input) ? JSON.stringify([...input].map(lineEnds).sort()) : lineEnds(input);
}

/** The text with every line end as LF. */
export function lineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
