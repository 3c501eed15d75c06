import { MAX_DIGITS } from '@/lib/core/digits';
import { foldText } from '@/lib/core/text';
import { isRealDate } from './dates';
import type { Field, FieldOption } from './field';
import { readNumber } from './numbers';

/** Values of the service as answers. It is untrusted: what fits no kind is kept as text exactly as sent. */

/** A field of the schema or of a form. */
export type Choosable = Pick<Field, 'kind'> & { options?: readonly Pick<FieldOption, 'value' | 'label'>[] };

/** True for null, an empty text, and a list of nothing else. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && value.every(isNothing);
}

/** A value as text: the only text of an object. Others and lists as JSON: hard to read, but not lost. */
export function asText(value: unknown): string {
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

/** A day. For a date sent as a timestamp, the day in its text: converting time zones would shift it. */
export function readDate(value: unknown): string {
  const text = readMoment(value).trim();
  const day = text.slice(0, 10);
  return isRealDate(day) && (text.length === 10 || /^.{10}[T ]\d{2}:/.test(text)) ? day : text;
}

/** A moment as ISO, if it was sent as a number since 1970; any other text as it is. */
export function readMoment(value: unknown): string {
  return readEpoch(value)?.toISOString() ?? asText(value);
}

type Scalar = FieldOption['value'];

/**
 * The field's own choice: by its value, else by its label, exactly or but for case and blanks. A choice may be sent as an
 * object with any keys: the part that is one of the field's values counts.
 */
export function readChoice(value: unknown, { options = [] }: Pick<Choosable, 'options'>): Scalar {
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

/** Each choice once: of a list, or of a text that separates them. */
export function readChoices(value: unknown, field: Pick<Choosable, 'options'>): Scalar[] {
  const values = Array.isArray(value) ? value.filter((part) => !isNothing(part)) : parts(field, value);
  return [...new Set(values.map((part) => readChoice(part, field)))];
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
