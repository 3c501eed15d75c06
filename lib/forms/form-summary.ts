import type { FieldRole } from './field-roles';
import type { FormField, FormModel } from './form-model';
import { type InputValues, isBlank, sameInput } from './input-values';

/** What a form would send if it were submitted now, in short. Runs anywhere. */
export type FormSummary = {
  /** '' if not answered, or if no field is known to be the company's. */
  company: string;
  /** The person's name, else their email address; '' if neither is answered. */
  person: string;
  answered: number;
  /** The keys of required fields without an answer, in the order of the form. */
  missing: string[];
  /** The keys of fields whose input differs from the start, in the order of the form. */
  changed: string[];
};

/** What a person is named by. */
const PERSON = ['full-name', 'first-name', 'last-name', 'email'] as const;

type Filled = {
  values: InputValues;
  /** The controls' values before any input. */
  start: InputValues;
  /** Fields with two answers, of which none is chosen yet, and what to say of them. */
  undecided?: { keys: ReadonlySet<string>; text: string };
};

/** What a form holds. An answer that is not chosen yet is none: nothing else is said of it. */
export function summarize(model: FormModel, { values, start, undecided }: Filled): FormSummary {
  const isAnswered = ({ key }: FormField) => !isBlank(values[key]);
  const keysWhere = (predicate: (field: FormField) => boolean) =>
    model.fields.filter(predicate).map(({ key }) => key);
  const isUndecided = (role: FieldRole) =>
    model.fields.some((field) => field.role === role && undecided?.keys.has(field.key));
  const textOf = (role: FieldRole) => answerOf(model, { role, values });
  const name = textOf('full-name') || [textOf('first-name'), textOf('last-name')].filter(Boolean).join(' ');
  return {
    company: isUndecided('company') ? (undecided?.text ?? '') : textOf('company'),
    person: PERSON.some(isUndecided) ? (undecided?.text ?? '') : name || textOf('email'),
    answered: model.fields.filter(isAnswered).length,
    missing: keysWhere((field) => field.required && !isAnswered(field)),
    changed: keysWhere(({ key }) => !sameInput(values[key] ?? '', start[key] ?? '')),
  };
}

/** The answer to the field with a role, as the form shows it. */
function answerOf(model: FormModel, { role, values }: { role: FieldRole; values: InputValues }): string {
  const field = model.fields.find((one) => one.role === role);
  const text = field ? [values[field.key] ?? ''].flat().join(', ').trim() : '';
  return field?.options?.find(({ value }) => String(value) === text)?.label ?? text;
}
