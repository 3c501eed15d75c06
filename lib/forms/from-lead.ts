import { MAX_DIGITS } from '@/lib/core/digits';
import { getOwn } from '@/lib/core/own';
import { foldText } from '@/lib/core/text';
import { noAnswers } from './answers';
import { isRealDate } from './dates';
import type { Answer, Answers, Field, FieldOption, LeadSchema } from './field';
import { readNumber } from './numbers';

/** A lead as read from the service: standard values at the top level, custom ones by fieldId. */
export type LeadValues = {
  standard: Readonly<Record<string, unknown>>;
  custom: Readonly<Record<string, unknown>>;
};

/**
 * The lead's values as answers to the schema's fields. The service's response is untrusted: a value that fits
 * the kind of its field gets that type, others are kept as text exactly as sent, because showing them beats
 * hiding them. null, '' and [] are no answer. Values without a field are left out.
 */
export function answersOfLead(schema: LeadSchema, { standard, custom }: LeadValues): Answers {
  const answers = noAnswers();
  for (const field of schema.fields) {
    const place = field.placement === 'custom' ? custom : standard;
    const value = getOwn(place, field.id);
    const answer = readAnswer(field, value);
    if (answer !== undefined) answers[field.id] = answer;
  }
  return answers;
}

/** A field of the schema or of a form. */
export type Choosable = Pick<Field, 'kind'> & { options?: readonly Pick<FieldOption, 'value' | 'label'>[] };

/** One value as an answer to its field; undefined for null, '' and []. */
export function readAnswer(field: Choosable, value: unknown): Answer | undefined {
  if (isNothing(value)) return undefined;
  switch (field.kind) {
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return readStoredNumber(value);
    case 'boolean':
      return readFlag(value) ?? asText(value);
    case 'date':
      return readDate(value);
    case 'date-time':
      return readMoment(value);
    case 'picklist':
      return readChoice(field, value);
    case 'multi-picklist':
      return readChoices(field, value);
    default:
      return asText(value);
  }
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && value.every(isNothing);
}

/** The only text of an object. Others and lists as JSON: hard to read, but not lost. */
function asText(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  const [text, ...others] = scalarsIn(value).filter((part) => typeof part === 'string');
  return typeof text === 'string' && others.length === 0 ? text : JSON.stringify(value);
}

/**
 * A number, also if it was sent as text, written as JSON or as people write it ("1,234.50"). It stays text where a number
 * would not keep all its digits, or where it could be two numbers.
 */
export function readStoredNumber(value: unknown): number | string {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string') return asText(value);
  if (/^\s*[+-]?\d[\d.]*e[+-]?\d+\s*$/i.test(value))
    return Number.isFinite(Number(value)) ? Number(value) : value;
  const read = readNumber(value.trim(), '.');
  const one = read && 'grouped' in read ? !read.isUnusual && read[read.usual] : read;
  if (!one) return value;
  return (one.decimals === 0 && Number.isSafeInteger(one.value)) || one.digits <= MAX_DIGITS
    ? one.value
    : value;
}

const YES = ['true', '1', 'yes', 'y', 't', 'on'];
const NO = ['false', '0', 'no', 'n', 'f', 'off'];

/** Yes or no, as a boolean, a number or one of the usual words; undefined for anything else. */
export function readFlag(value: unknown): boolean | undefined {
  const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
  if (YES.includes(text)) return true;
  return NO.includes(text) ? false : undefined;
}

const FIRST_SECOND = 1e8;
const FIRST_MILLISECOND = 1e11;
const LAST_MILLISECOND = 8.64e15;

/**
 * An instant written as a number since 1970: in seconds, or from 1973 on in milliseconds, which would be the year 5138 in
 * seconds. Smaller numbers are no times: 20270101 is a day in digits.
 */
export function readEpoch(value: unknown): Date | undefined {
  const number = typeof value === 'string' && /^\s*\d{9,16}\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= FIRST_SECOND && number < LAST_MILLISECOND)) return undefined;
  return new Date(number < FIRST_MILLISECOND ? number * 1000 : number);
}

/** For a date sent as a timestamp, the day in its text: converting time zones would shift it. */
function readDate(value: unknown): string {
  const text = readMoment(value).trim();
  const day = text.slice(0, 10);
  return isRealDate(day) && (text.length === 10 || /^.{10}[T ]\d{2}:/.test(text)) ? day : text;
}

function readMoment(value: unknown): string {
  return readEpoch(value)?.toISOString() ?? asText(value);
}

type Scalar = FieldOption['value'];

/**
 * The field's own choice: by its value, else by its label, exactly or but for case and blanks. A choice may be sent as an
 * object with any keys: the part that is one of the field's values counts.
 */
function readChoice({ options = [] }: Pick<Choosable, 'options'>, value: unknown): Scalar {
  const parts = scalarsIn(value).map(String);
  for (const written of [String, (text: Scalar) => foldText(String(text))]) {
    const sent = new Set(parts.map(written));
    for (const key of ['value', 'label'] as const) {
      const [found, ...others] = options.filter((option) => sent.has(written(option[key])));
      if (found && others.length === 0) return found.value;
    }
  }
  return unknownChoice(value).value;
}

/** A choice that the field does not have, with the label that came with it: its only text, or what is called one. */
export function unknownChoice(value: unknown): { value: Scalar; label?: string } {
  const parts = Object.entries(plainRecord(value));
  const texts = parts.filter(([, part]) => typeof part === 'string');
  const label =
    texts.length === 1 ? texts[0] : texts.find(([key]) => /label|name|title|text|display/i.test(key));
  const [, own] = parts.find(([key]) => key !== label?.[0]) ?? label ?? [];
  return { value: own ?? (isScalar(value) ? value : asText(value)), label: label && String(label[1]) };
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

/** The plain parts of an object, or of the only one in a list or object around it. */
function plainRecord(value: unknown): Record<string, Scalar> {
  if (typeof value !== 'object' || value === null) return {};
  const parts = Object.entries(value).filter(([, part]) => !isNothing(part));
  const plain = parts.filter((entry): entry is [string, Scalar] => isScalar(entry[1]));
  const [only] = parts;
  return plain.length === 0 && parts.length === 1 && only ? plainRecord(only[1]) : Object.fromEntries(plain);
}

function scalarsIn(value: unknown): Scalar[] {
  return isScalar(value) ? [value] : Object.values(plainRecord(value));
}

function readChoices(field: Pick<Choosable, 'options'>, value: unknown): (string | number | boolean)[] {
  const values = Array.isArray(value) ? value.filter((part) => !isNothing(part)) : parts(field, value);
  return [...new Set(values.map((part) => readChoice(field, part)))];
}

/** One text may be one choice, or several separated ones if every part is a known choice. */
function parts(field: Pick<Choosable, 'options'>, value: unknown): unknown[] {
  if (typeof value !== 'string') return [value];
  const known = new Set(
    (field.options ?? []).flatMap(({ value, label }) => [String(value), label]).map(foldText),
  );
  if (known.has(foldText(value))) return [value];
  const separator = [';', ',', '|'].find((mark) =>
    value.split(mark).every((part) => known.has(foldText(part))),
  );
  return separator === undefined ? [value] : value.split(separator);
}
