import { MAX_DIGITS } from '@/lib/core/digits';
import { numberFormats } from '@/lib/core/number-formats';
import type { FieldKind } from './field';
import type { FormField } from './form-model';
import type { InputValue, InputValues } from './input-values';
import {
  type DecimalSeparator,
  decimalMark,
  decimalSeparator,
  decimalsOf,
  readNumber,
  type TwoReadings,
  type WrittenNumber,
  writeNumber,
} from './numbers';
import { fill } from './texts';

/**
 * Interprets the text of a number field: a number, a problem, or a question. Small and without the validator,
 * because the form asks the question itself, even before its rules have loaded.
 */

const NUMBER_KINDS: ReadonlySet<FieldKind> = new Set(['number', 'currency', 'percent', 'integer']);

/** True if the answer is a typed number. */
export function isNumberField(field: Pick<FormField, 'kind' | 'options'>): boolean {
  return NUMBER_KINDS.has(field.kind) && !field.options;
}

export type NumberChoice = {
  number: number;
  /** The control's text once this is chosen: unambiguous. */
  text: string;
  /** The label for the person: with decimals, because "12,500" alone may be misread. */
  label: string;
};

/** A text that the field could read as different numbers. Nothing is sent until the person has chosen one. */
export type NumberQuestion = {
  typed: string;
  choices: NumberChoice[];
  /** The reading in the page's language, if usual there: "12,500" in English. */
  usual?: NumberChoice;
  message: string;
};

type Outcome = { number: number } | { problem: string } | { question: NumberQuestion };

/** Parses the text of a number field. `locale` is the form model's. */
export function parseNumberAnswer(field: FormField, text: string, locale: string): Outcome {
  const decimal = decimalSeparator(locale);
  const read = readNumber(text, decimal, field.currency);
  if (!read) return { problem: field.messages.wrong };
  if (!('grouped' in read)) return checkNumber(field, read);

  const grouped = problemOf(field, read.grouped) === undefined;
  const fraction = problemOf(field, read.fraction) === undefined;
  if (!grouped && !fraction) return checkNumber(field, read[read.usual ?? 'grouped']);
  // Only one of the two fits the field, and it is the usual one: no question needed.
  if (read.usual === 'grouped' && !fraction) return { number: read.grouped.value };
  if (read.usual === 'fraction' && !grouped) return { number: read.fraction.value };
  return { question: ask(field, { read, grouped, fraction, typed: text.trim(), locale, decimal }) };
}

function checkNumber(field: FormField, written: WrittenNumber): Outcome {
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

type Asking = {
  read: TwoReadings;
  grouped: boolean;
  fraction: boolean;
  typed: string;
  locale: string;
  decimal: DecimalSeparator;
};

function ask(field: FormField, { read, typed, locale, decimal, ...fits }: Asking): NumberQuestion {
  const toChoice = ({ value }: WrittenNumber): NumberChoice => ({
    number: value,
    text: writeNumber(value, decimal),
    // Always with decimals, so that "12,345" cannot be read as twelve and a bit.
    label: labelOf(field, value, { locale, cents: 'always' }),
  });
  const grouped = fits.grouped ? [toChoice(read.grouped)] : [];
  const fraction = fits.fraction ? [toChoice(read.fraction)] : [];
  const choices = [...grouped, ...fraction];
  const [one, other] = choices.map(({ label }) => label);
  const { wrong, oneReading = wrong, twoReadings = wrong } = field.messages;
  return {
    typed,
    choices,
    ...(read.usual === 'grouped' && grouped[0] && { usual: grouped[0] }),
    message: fill(other === undefined ? oneReading : twoReadings, { one: one ?? '', other: other ?? '' }),
  };
}

/** The number as the field's own, with its currency or percent sign. */
function labelOf(
  field: FormField,
  value: number,
  { locale, cents }: { locale: string; cents: 'auto' | 'always' },
): string {
  const { number, percent, money } = numberFormats(locale);
  if (field.kind === 'integer') return number(value);
  if (field.kind === 'percent') return percent(value, cents);
  return money(value, field.kind === 'currency' ? field.currency : undefined, cents);
}

/** The question about the text in a number field. Never about the lead's own value, which was not typed. */
export function numberQuestion(
  field: FormField,
  input: InputValue | undefined,
  locale: string,
): NumberQuestion | undefined {
  if (!isTyped(field, input)) return undefined;
  const outcome = parseNumberAnswer(field, input, locale);
  return 'question' in outcome ? outcome.question : undefined;
}

function isTyped(field: FormField, input: InputValue | undefined): input is string {
  if (typeof input !== 'string' || input.trim() === '' || !isNumberField(field)) return false;
  return !(typeof field.kept === 'string' && field.kept === input);
}

/** How a number is read, for the line beside its field. */
export type NumberReading = {
  /** The number; while the person has not chosen, the numbers that it could be. */
  label: string;
  question?: NumberQuestion;
  /** The unambiguous text of a reading that counts because it was shown. */
  text?: string;
};

/**
 * How the text of a number field is read; undefined if everybody reads it as the page does, or it is no number
 * that the field accepts.
 *
 * @param sharesHabits whether the person groups digits as the page's language does: then its usual reading counts.
 * Called only if the text has one: the first number that a browser formats takes it longer than a frame.
 */
export function readingOf(
  field: FormField,
  input: InputValue | undefined,
  { locale, sharesHabits }: { locale: string; sharesHabits: () => boolean },
): NumberReading | undefined {
  if (!isTyped(field, input)) return undefined;
  const outcome = parseNumberAnswer(field, input, locale);
  const inShort = { locale, cents: 'auto' } as const;
  if ('question' in outcome) {
    const { question } = outcome;
    const { usual, choices } = question;
    if (!usual || !sharesHabits()) return { label: anyOf(locale, choices), question };
    return { label: labelOf(field, usual.number, inShort), text: usual.text };
  }
  if (!('number' in outcome) || !isForeign(field, input, locale)) return undefined;
  return { label: labelOf(field, outcome.number, inShort) };
}

/** Whether people with other habits would read another number, or this person may wonder. */
function isForeign(field: FormField, text: string, locale: string): boolean {
  const decimal = decimalSeparator(locale);
  const read = readNumber(text, decimal, field.currency);
  if (read && 'grouped' in read) return true;
  const mark = decimalMark(text);
  return mark !== undefined && mark !== decimal;
}

function anyOf(locale: string, choices: readonly NumberChoice[]): string {
  const labels = choices.map(({ label }) => label);
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(labels);
}

/** The name under which the form posts the reading of a field's text. */
export function readingName(key: string): string {
  return `as_${key}`;
}

/**
 * The text with its question answered: `chosen` if it is one of the choices, else the text as typed. A choice
 * for another text is ignored.
 */
export function withReading(
  field: FormField,
  { input, chosen, locale }: { input: InputValue; chosen: unknown; locale: string },
): InputValue {
  const choices = numberQuestion(field, input, locale)?.choices ?? [];
  return choices.find(({ text }) => text === chosen)?.text ?? input;
}

/**
 * The values with every usual reading applied: only if the form shows these readings next to the fields,
 * which it does in a browser with scripts whose language groups digits as the page does.
 */
export function withUsualReadings(
  { fields, locale }: { fields: readonly FormField[]; locale: string },
  input: InputValues,
): InputValues {
  const read = fields.flatMap((field) => {
    const usual = numberQuestion(field, input[field.key], locale)?.usual;
    return usual ? [[field.key, usual.text] as const] : [];
  });
  return { ...input, ...Object.fromEntries(read) };
}
