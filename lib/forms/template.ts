import { answerTo, noAnswers } from './answers';
import type { Answers } from './field';
import type { FormModel } from './form-model';
import { type InputValues, isBlank } from './input-values';
import { inputOfAnswer, toInputValues } from './prefill';
import { isTransferable } from './transferable';

/**
 * The values that a new lead's form starts with if it takes over another lead's answers. Choices that are no
 * longer offered are left out.
 *
 * @param only the fieldIds to take over; all that are transferable if missing
 */
export function toTemplateValues(
  model: FormModel,
  answers: Answers,
  { timeZone, only }: { timeZone: string; only?: ReadonlySet<string> },
): InputValues {
  const { locale } = model;
  const taken = model.fields.flatMap((field) => {
    const answer = answerTo(answers, field.id);
    if (answer === undefined || !isTransferable(field) || only?.has(field.id) === false) return [];
    const input = inputOfAnswer(field, answer, { timeZone, locale });
    return isBlank(input) ? [] : [[field.key, input] as const];
  });
  return { ...toInputValues(model, noAnswers(), { timeZone }), ...Object.fromEntries(taken) };
}
