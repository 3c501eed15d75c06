import * as z from 'zod/mini';
import { getOwn } from '@/lib/core/own';
import { noAnswers } from './answers';
import { choiceRule, choicesRule, tickRule, yesNoRule } from './choice-rules';
import { type Answer, type Answers, FAMILY_OF } from './field';
import type { FormField, FormModel } from './form-model';
import { dateRule, dateTimeRule, listRule, numberRule, textRule } from './input-rules';
import { holdsMany, type InputValue, isBlank, sameInput, toInputValue } from './input-values';
import { inputOfAnswer } from './prefill';

/**
 * The rules of a form model: the same code validates in the browser and on the server, and the server
 * decides.
 */

export type FieldRule = z.ZodMiniType<Answer | undefined, unknown>;
export type Rules = z.ZodMiniType<Record<string, Answer | undefined>, unknown>;
export type RuleOptions = {
  /** IANA name of the person's time zone; decides the offset of date-times. */
  timeZone: string;
};

/** One error. `key` and `fieldId` are '' if it concerns the form as a whole. */
export type FormError = { key: string; fieldId: string; message: string };
export type ValidationResult = { ok: true; answers: Answers } | { ok: false; errors: FormError[] };

/**
 * Compiles a form model into one strict zod schema, keyed by form key: input in, typed answers out. Takes a
 * few milliseconds for a long form, so call it once per form model and outside of a render (requirement F5).
 */
export function compileRules(model: FormModel, { timeZone }: RuleOptions): Rules {
  const rules = model.fields.map(
    (field) => [field.key, ruleOf(field, { timeZone, locale: model.locale })] as const,
  );
  return z.strictObject(Object.fromEntries(rules), { error: model.unrecognised });
}

type FieldOptions = RuleOptions & { locale: string };

function ruleOf(field: FormField, options: FieldOptions): FieldRule {
  const present = presentRule(field, options);
  // A checkbox's rule handles the unticked state itself; `optional` would bypass it.
  const rule = field.required || field.control === 'checkbox' ? present : z.optional(present);
  return field.currentValue === undefined ? absentIfBlank(rule) : unlessCurrent(field, { rule, ...options });
}

/** The only place where an empty value becomes `undefined`. */
function absentIfBlank(rule: FieldRule): FieldRule {
  return z.pipe(
    z.transform((input: InputValue): unknown => (isBlank(input) ? undefined : input)),
    rule,
  );
}

/**
 * A control that still shows the lead's value stands for exactly that answer, even if today's rules would
 * refuse it: nobody has to correct what they did not touch, and unchanged values are not sent.
 */
function unlessCurrent(
  field: FormField,
  { rule, ...options }: FieldOptions & { rule: FieldRule },
): FieldRule {
  const currentValue = inputOfAnswer(field, field.currentValue, options);
  const otherwise = absentIfBlank(rule);
  return z.pipe(
    z.unknown(),
    z.transform((value: unknown, payload) => {
      const input = toInputValue(field, value);
      if (sameInput(input, currentValue)) return field.currentValue;
      const outcome = otherwise.safeParse(input);
      if (outcome.success) return outcome.data;
      payload.issues.push({ code: 'custom', message: outcome.error.issues[0]?.message ?? '', input: input });
      return z.NEVER;
    }),
  );
}

function presentRule(field: FormField, { timeZone, locale }: FieldOptions): FieldRule {
  if (field.control === 'checkbox') return tickRule(field);
  if (field.control === 'yes-no') return yesNoRule(field);
  if (holdsMany(field)) return choicesRule(field);
  if (field.options) return choiceRule(field);
  if (field.kind === 'date') return dateRule(field);
  if (field.kind === 'date-time') return dateTimeRule(field, timeZone);
  if (field.kind === 'multi-picklist') return listRule(field);
  return FAMILY_OF[field.kind] === 'number' ? numberRule(field, locale) : textRule(field);
}

/**
 * Validates input: returns all answers by fieldId, without empty ones, or all errors in the form model's
 * order. A value under an unknown key is an error of the form (requirement F20). Never throws, for any
 * values.
 */
export function validate(
  model: FormModel,
  input: Readonly<Record<string, unknown>>,
  options: RuleOptions,
): ValidationResult {
  return validateWith(compileRules(model, options), model, input);
}

/** `validate` with compiled rules. */
export function validateWith(
  rules: Rules,
  model: FormModel,
  input: Readonly<Record<string, unknown>>,
): ValidationResult {
  const outcome = rules.safeParse(complete(model, input));
  if (!outcome.success) return { ok: false, errors: listErrors(model, outcome.error.issues) };
  const answers = noAnswers();
  for (const field of model.fields) {
    const answer = outcome.data[field.key];
    if (answer !== undefined) answers[field.id] = answer;
  }
  return { ok: true, answers };
}

/**
 * Every key of the form model in its control's shape, and all other posted keys, for the strict schema to
 * refuse.
 */
function complete(model: FormModel, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = Object.assign(Object.create(null), input);
  for (const field of model.fields) {
    const value = getOwn(input, field.key);
    values[field.key] = toInputValue(field, value);
  }
  return values;
}

function listErrors(
  model: FormModel,
  issues: readonly { path: PropertyKey[]; message: string }[],
): FormError[] {
  const first = new Map<string, string>();
  for (const { path, message } of issues) {
    const key = String(path[0] ?? '');
    if (!first.has(key)) first.set(key, message);
  }
  const ofForm = first.has('') ? [{ key: '', fieldId: '', message: model.unrecognised }] : [];
  const ofFields = model.fields
    .filter(({ key }) => first.has(key))
    .map(({ key, id, messages }) => ({ key, fieldId: id, message: first.get(key) || messages.wrong }));
  return [...ofForm, ...ofFields];
}
