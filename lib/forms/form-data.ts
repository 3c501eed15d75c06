import type { FormModel } from './form-model';
import { type InputValues, toInputValue } from './input-values';

/** The names of the form's own controls. Everything else in a post belongs to other code (React, Next). */
const FIELD_NAME = /^f\d+$/;
const CHOICE_NAME = /^choose_(f\d+)$/;

export type Choice = 'mine' | 'theirs';

/**
 * Reads a posted form: the value of each control of the form model, with every key present. `unknown` lists names in
 * our format that are not in the form model (requirement F20): the page was rendered from another schema version, or
 * the post is forged. Do not validate such a post with this form model.
 */
export function readInputValues(
  model: FormModel,
  data: FormData,
): { values: InputValues; unknown: string[] } {
  const known = new Set(model.fields.map(({ key }) => key));
  const values = Object.fromEntries(
    model.fields.map((field) => [field.key, toInputValue(field, data.getAll(field.key))]),
  );
  const names = new Set([...data.keys()].filter((name) => FIELD_NAME.test(name)));
  return { values, unknown: [...names].filter((name) => !known.has(name)) };
}

/** The posted values of all our controls, to be shown again; unvalidated. */
export function readAllInput(data: FormData): InputValues {
  const names = new Set([...data.keys()].filter((name) => FIELD_NAME.test(name)));
  return Object.fromEntries(
    [...names].map((name) => [name, data.getAll(name).filter((value) => typeof value === 'string')]),
  );
}

/** The decisions for fields in conflict, by key; undecided fields are absent. */
export function readChoices(model: FormModel, data: FormData): Map<string, Choice> {
  const known = new Set(model.fields.map(({ key }) => key));
  const choices = new Map<string, Choice>();
  for (const [name, value] of data.entries()) {
    const key = CHOICE_NAME.exec(name)?.[1];
    if (key !== undefined && known.has(key) && (value === 'mine' || value === 'theirs'))
      choices.set(key, value);
  }
  return choices;
}

/** The name of the two radio buttons that decide a conflict over a field. */
export function choiceName(key: string): string {
  return `choose_${key}`;
}
