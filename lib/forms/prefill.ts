import { answerTo } from './answers';
import { toLocalTime } from './dates';
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

/** One control's value for an answer, in the person's own time zone and decimal separator. */
export function inputOfAnswer(
  field: FormField,
  answer: Answer | undefined,
  { timeZone, locale }: { timeZone: string; locale: string },
): InputValue {
  if (answer === undefined) return holdsMany(field) ? [] : '';
  if (holdsMany(field)) return [answer].flat().map(String);
  if (Array.isArray(answer)) return answer.join(', ');
  if (typeof answer === 'boolean' && field.control === 'checkbox') return answer ? 'true' : '';
  if (typeof answer === 'number' && !field.options) return writeNumber(answer, decimalSeparator(locale));
  if (field.kind === 'date-time') return toLocalTime(String(answer), timeZone);
  return String(answer);
}
