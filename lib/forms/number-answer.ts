import { MAX_DIGITS } from '@/lib/core/digits';
import { numberFormats } from '@/lib/core/number-formats';
import { FAMILY_OF } from './field';
import type { FormField } from './form-model';
import type { InputValue } from './input-values';
import {
  decimalMark,
  decimalSeparator,
  decimalsOf,
  readNumber,
  type TwoInterpretations,
  type WrittenNumber,
  writeNumber,
} from './numbers';

/**
 * Interprets the text of a number field: a number or a problem. Small and without the validator, because the form says how it
 * reads a number before its rules have loaded.
 */

/** True if the answer is a typed number. */
export function isNumberField(field: Pick<FormField, 'kind' | 'options'>): boolean {
  return FAMILY_OF[field.kind] === 'number' && !field.options;
}

export type NumberInterpretation = {
  number: number;
  /** An unambiguous text of it for the control. */
  text: string;
  /** With decimals: "12,500" alone may be misread. */
  label: string;
};

type Outcome = { number: number } | { problem: string };

/**
 * Parses the text of a number field. `locale` is the form model's. A text that could be two numbers is the one that it
 * is in this language: the page shows it, and offers the other one.
 */
export function parseNumberAnswer(field: FormField, text: string, locale: string): Outcome {
  const read = readNumber(text, decimalSeparator(locale), field.currency);
  if (!read) return { problem: field.messages.wrong };
  const written = 'grouped' in read ? read[read.usual] : read;
  const problem = problemOf(field, written);
  return problem === undefined ? { number: written.value } : { problem };
}

function problemOf(field: FormField, { value, decimals, digits }: WrittenNumber): string | undefined {
  const {
    wrong,
    tooSmall = wrong,
    tooLarge = wrong,
    tooPrecise = wrong,
    tooManyDigits = wrong,
  } = field.messages;
  if (field.kind === 'integer' && decimals > 0) return wrong;
  if (value < Math.max(field.min ?? -Infinity, -Number.MAX_SAFE_INTEGER)) return tooSmall;
  if (value > Math.min(field.max ?? Infinity, Number.MAX_SAFE_INTEGER)) return tooLarge;
  if (decimals > (decimalsOf(field) ?? Infinity)) return tooPrecise;
  // A whole number in the safe range is exact; with decimals a double keeps 15 digits.
  return decimals > 0 && digits > MAX_DIGITS ? tooManyDigits : undefined;
}

/**
 * The number as the field's own, with its currency or percent sign. Always with decimals, so that "12,345" cannot be
 * read as twelve and a bit.
 */
function labelOf(field: FormField, value: number, locale: string): string {
  const { number, percent, money } = numberFormats(locale);
  if (field.kind === 'integer') return number(value);
  if (field.kind === 'percent') return percent(value, 'always');
  return money(value, field.kind === 'currency' ? field.currency : undefined, 'always');
}

/** What a number field says beside itself: how its text is read, and the other number that it could be. */
export type ShownInterpretation = { label?: string; other?: NumberInterpretation };

/**
 * How the text of a number field is read; undefined if everybody reads it as the page does, or it is no number that the field
 * accepts. Never about the lead's own value, which was not typed.
 */
export function interpretationOf(
  field: FormField,
  input: InputValue | undefined,
  locale: string,
): ShownInterpretation | undefined {
  if (!isTyped(field, input)) return undefined;
  const decimal = decimalSeparator(locale);
  const read = readNumber(input, decimal, field.currency);
  if (!read) return undefined;
  const [used, second] = 'grouped' in read ? inOrder(read) : [read];
  const accepts = (written: WrittenNumber) => problemOf(field, written) === undefined;
  const label = accepts(used) ? labelOf(field, used.value, locale) : undefined;
  if (second && accepts(second)) return { label, other: toInterpretation(field, second, locale) };
  const mark = decimalMark(input);
  const isForeign = second !== undefined || (mark !== undefined && mark !== decimal);
  return isForeign && label !== undefined ? { label } : undefined;
}

/** The interpretation in the page's language, then the other one. */
const inOrder = ({ usual, grouped, fraction }: TwoInterpretations): [WrittenNumber, WrittenNumber] =>
  usual === 'grouped' ? [grouped, fraction] : [fraction, grouped];

function toInterpretation(field: FormField, { value }: WrittenNumber, locale: string): NumberInterpretation {
  return {
    number: value,
    text: writeNumber(value, decimalSeparator(locale)),
    label: labelOf(field, value, locale),
  };
}

function isTyped(field: FormField, input: InputValue | undefined): input is string {
  if (typeof input !== 'string' || input.trim() === '' || !isNumberField(field)) return false;
  return !(typeof field.currentValue === 'string' && field.currentValue === input);
}
