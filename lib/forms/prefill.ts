import { answerTo } from './answers';
import { isRealDate, isWallTime, toLocalTime } from './dates';
import type { Answer, Answers } from './field';
import type { FormField, FormModel } from './form-model';
import { blankValues, holdsMany, type InputValue, type InputValues } from './input-values';
import { decimalSeparator, writeNumber } from './numbers';

/**
 * The initial values of a form model's controls: on edit the lead's answers, on create the portal's explicit
 * defaults, else empty. Every key is present (requirements F16, F19).
 */
export function toInputValues(
  model: FormModel,
  answers: Answers,
  { timeZone }: { timeZone: string },
): InputValues {
  return Object.fromEntries(
    model.fields.map((field) => {
      const answer = answerTo(answers, field.id) ?? field.defaultAnswer;
      return [field.key, inputOfAnswer(field, answer, { timeZone, locale: model.locale })];
    }),
  );
}

/** Refused answers as they were sent. Consent must be given each time, and is never filled in. */
export function toCorrectedValues(
  model: FormModel,
  answers: Answers,
  task: { timeZone: string },
): InputValues {
  const blank = blankValues(model);
  const consents = model.fields.filter(({ consent }) => consent).map(({ key }) => [key, blank[key] ?? '']);
  return { ...toInputValues(model, answers, task), ...Object.fromEntries(consents) };
}

/**
 * One control's value for an answer, in the person's own time zone and decimal separator: exactly what an untouched control
 * posts. Empty, if the control cannot show it.
 */
export function inputOfAnswer(
  field: Pick<FormField, 'control' | 'kind' | 'options'>,
  answer: Answer | undefined,
  { timeZone, locale }: { timeZone: string; locale: string },
): InputValue {
  if (answer === undefined) return holdsMany(field) ? [] : '';
  if (holdsMany(field)) return [answer].flat().map(String).filter(isOfferedBy(field));
  if (Array.isArray(answer)) return asShown(field, answer.join(', '));
  if (typeof answer === 'number' && !field.options) return writeNumber(answer, decimalSeparator(locale));
  if (field.kind === 'date-time') return asShown(field, toLocalTime(String(answer), timeZone));
  return asShown(field, String(answer));
}

const isOfferedBy =
  ({ options = [] }: Pick<FormField, 'options'>) =>
  (text: string) =>
    options.some(({ value }) => String(value) === text);

/** What a browser makes of a value of this control (HTML, 4.10.5.1). */
function asShown(field: Pick<FormField, 'control' | 'kind' | 'options'>, text: string): string {
  if (field.control === 'textarea') return text;
  if (field.control === 'checkbox') return text === 'true' ? text : '';
  if (field.control === 'yes-no') return text === 'true' || text === 'false' ? text : '';
  if (field.options) return isOfferedBy(field)(text) ? text : '';
  if (field.kind === 'date') return isRealDate(text) ? text : '';
  if (field.kind === 'date-time') return isWallTime(text) ? toControlTime(text) : '';
  const line = text.replace(/[\r\n]/g, '');
  return field.kind === 'email' || field.kind === 'url' ? line.trim() : line;
}

/** A wall time as a `datetime-local` control writes it, without fractions of a second. */
function toControlTime(text: string): string {
  const seconds = text.slice(16, 19);
  return `${text.slice(0, 10)}T${text.slice(11, 16)}${seconds === ':00' ? '' : seconds}`;
}
