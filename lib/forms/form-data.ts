import type { FormModel } from './form-model';
import { type InputValues, toInputValue } from './input-values';
import { readingName, withReading } from './number-answer';

/** Names the form gives its own controls. Everything else in a post belongs to someone else (React, Next). */
const FIELD_NAME = /^f\d+$/;
const CHOICE_NAME = /^choose_(f\d+)$/;

export type Choice = 'mine' | 'theirs';

/**
 * Reads a posted form: what each control of the form model held, every key present; of a number that could be read in
 * two ways, the reading that the person saw or chose. `unknown` lists names that
 * look like ours but are not in the form model (requirement F20): the page was drawn from another schema version, or
 * someone is trying. Do not validate such a post as if it were this form model's.
 */
export function readInputValues(
  model: FormModel,
  data: FormData,
): { values: InputValues; unknown: string[] } {
  const { locale } = model;
  const known = new Set(model.fields.map(({ key }) => key));
  const values = Object.fromEntries(
    model.fields.map((field) => {
      const input = toInputValue(field, data.getAll(field.key));
      // The form has two hands in it: the reading it shows, and below it the choice of the person, which counts.
      const chosen = data.getAll(readingName(field.key)).filter((text) => text !== '');
      return [field.key, withReading(field, { input, chosen: chosen.at(-1), locale })];
    }),
  );
  const names = new Set([...data.keys()].filter((name) => FIELD_NAME.test(name)));
  return { values, unknown: [...names].filter((name) => !known.has(name)) };
}

/** What each of the form's own controls held, for a page to show again; nothing in it is validated. */
export function readAllInput(data: FormData): InputValues {
  const names = new Set([...data.keys()].filter((name) => FIELD_NAME.test(name)));
  return Object.fromEntries(
    [...names].map((name) => [name, data.getAll(name).filter((value) => typeof value === 'string')]),
  );
}

/** What was decided for fields in conflict, by key; a field without a decision is missing. */
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

/** The name of the two radios by which a conflict over a field is decided. */
export function choiceName(key: string): string {
  return `choose_${key}`;
}
