import * as z from 'zod/mini';
import { noAnswers } from './answers';
import { choiceRule, choicesRule, tickRule, yesNoRule } from './choice-rules';
import type { FormDrawing, FormField } from './drawing';
import type { Answer, Answers } from './field';
import { dateRule, dateTimeRule, listRule, numberRule, textRule } from './input-rules';
import { decimalSeparator } from './numbers';
import { rawOfAnswer } from './prefill';
import { holdsMany, isBlank, type RawValue, type RawValues, sameRaw, toRawValue } from './raw';

/**
 * The rules of a drawing: the same code judges in the browser and on the server, and the server's word counts.
 */

export type FieldRule = z.ZodMiniType<Answer | undefined, unknown>;
export type Rules = z.ZodMiniType<Record<string, Answer | undefined>, unknown>;
export type RuleOptions = { timeZone: string };

/** One thing wrong. `key` and `fieldId` are '' if it concerns the form as a whole. */
export type FormError = { key: string; fieldId: string; message: string };
export type Judgement = { ok: true; answers: Answers } | { ok: false; errors: FormError[] };

/**
 * Compiles a drawing into one strict zod schema, keyed by form key: raw values in, typed answers out. Costs
 * a few milliseconds for a long form, so do it once per drawing and outside of a render (forms F5).
 */
export function compileRules(drawing: FormDrawing, { timeZone }: RuleOptions): Rules {
  const decimal = decimalSeparator(drawing.locale);
  const rules = drawing.fields.map((field) => [field.key, ruleOf(field, { timeZone, decimal })] as const);
  return z.strictObject(Object.fromEntries(rules), { error: drawing.unrecognised });
}

/** Nothing entered is turned into `undefined` here and nowhere else; required and optional part here too. */
function ruleOf(field: FormField, options: RuleOptions & { decimal: '.' | ',' }): FieldRule {
  const present = presentRule(field, options);
  const rule: FieldRule = field.required ? present : z.optional(present);
  return z.pipe(z.transform((raw: RawValue) => (isBlank(raw) ? undefined : raw)), rule);
}

function presentRule(field: FormField, options: RuleOptions & { decimal: '.' | ',' }): FieldRule {
  if (field.control === 'checkbox') return tickRule(field);
  if (field.control === 'yes-no') return yesNoRule(field);
  if (holdsMany(field)) return choicesRule(field);
  if (field.options) return choiceRule(field);
  switch (field.kind) {
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return numberRule(field, options.decimal);
    case 'date':
      return dateRule(field);
    case 'date-time':
      return dateTimeRule(field, options.timeZone);
    case 'multi-picklist':
      return listRule(field);
    default:
      return textRule(field);
  }
}

/**
 * Judges raw values: either every answer by fieldId, blank ones left out, or every error in the drawing's
 * order. Never throws, whatever the values are. On edit, a field that still holds what the lead holds keeps
 * that answer, even if today's rules would refuse it: nobody is made to mend what they did not touch.
 */
export function judge(drawing: FormDrawing, raw: Readonly<Record<string, unknown>>, options: RuleOptions): Judgement {
  return judgeWith(compileRules(drawing, options), { drawing, raw, ...options });
}

type Case = { drawing: FormDrawing; raw: Readonly<Record<string, unknown>>; timeZone: string };

/** `judge` with rules compiled before. */
export function judgeWith(rules: Rules, { drawing, raw, timeZone }: Case): Judgement {
  const values = settle(drawing, raw);
  const outcome = rules.safeParse({ ...strangers(drawing, raw), ...values });
  const untouched = untouchedFields(drawing, { values, timeZone });
  const errors = outcome.success ? [] : listErrors(drawing, outcome.error.issues);
  const standing = errors.filter(({ key }) => !untouched.has(key));
  if (standing.length > 0) return { ok: false, errors: standing };
  return { ok: true, answers: collect(drawing, outcome.success ? outcome.data : {}, untouched) };
}
