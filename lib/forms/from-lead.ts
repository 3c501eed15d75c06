import { MAX_DIGITS } from '@/lib/core/digits';
import { getOwn } from '@/lib/core/own';
import { noAnswers } from './answers';
import { isRealDate } from './dates';
import type { Answer, Answers, Field, LeadSchema } from './field';

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

/** One value as an answer to its field; undefined for null, '' and []. */
export function readAnswer(field: Pick<Field, 'kind' | 'options'>, value: unknown): Answer | undefined {
  if (isNothing(value)) return undefined;
  switch (field.kind) {
    case 'number':
    case 'currency':
    case 'percent':
    case 'integer':
      return readStoredNumber(value);
    case 'boolean':
      return readBoolean(value);
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

/** Objects and lists as JSON: hard to read, but not lost. */
function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A number sent as text stays text where a number would not keep all its digits. */
export function readStoredNumber(value: unknown): number | string {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string') return asText(value);
  const [, digits, exponent] = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.exec(value) ?? [];
  if (digits === undefined) return value;
  const number = Number(value);
  const kept = digits.replace('.', '').replace(/^0+/, '').length;
  const isExact = Number.isSafeInteger(number) && !digits.includes('.') && exponent === undefined;
  return isExact || (kept <= MAX_DIGITS && Number.isFinite(number)) ? number : value;
}

function readBoolean(value: unknown): boolean | string {
  const text = asText(value).trim().toLowerCase();
  if (['true', '1', 'yes'].includes(text)) return true;
  if (['false', '0', 'no'].includes(text)) return false;
  return asText(value);
}

/** For a date sent as a timestamp, the day in its text: converting time zones would shift it. */
function readDate(value: unknown): string {
  const text = asText(value).trim();
  const day = text.slice(0, 10);
  return isRealDate(day) && (text.length === 10 || /^.{10}[T ]\d{2}:/.test(text)) ? day : text;
}

function readMoment(value: unknown): string {
  // Milliseconds since 1970; seconds have ten digits and cannot be safely distinguished from other numbers.
  const isEpoch = typeof value === 'number' && value > 1e11 && value < 8.64e15;
  return isEpoch ? new Date(value).toISOString() : asText(value);
}

function readChoice(field: Pick<Field, 'options'>, value: unknown): string | number | boolean {
  const plain = plainChoice(value);
  return field.options?.find((option) => String(option.value) === String(plain))?.value ?? plain;
}

/** A choice may be sent as the object from the schema. */
function plainChoice(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.length === 1) return plainChoice(value[0]);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const named = Object.entries(value).find(
      ([name, part]) =>
        ['value', 'id', 'key', 'name'].includes(name) && !isNothing(part) && typeof part !== 'object',
    );
    if (named) return plainChoice(named[1]);
  }
  return asText(value);
}

function readChoices(field: Pick<Field, 'options'>, value: unknown): (string | number | boolean)[] {
  const values = Array.isArray(value) ? value.filter((part) => !isNothing(part)) : parts(field, value);
  return [...new Set(values.map((part) => readChoice(field, part)))];
}

/** One text may be one choice, or several separated ones if every part is a known choice. */
function parts(field: Pick<Field, 'options'>, value: unknown): unknown[] {
  if (typeof value !== 'string') return [value];
  const known = new Set((field.options ?? []).map((option) => String(option.value)));
  if (known.has(value)) return [value];
  const separator = [';', ',', '|'].find((mark) => value.split(mark).every((part) => known.has(part.trim())));
  return separator === undefined ? [value] : value.split(separator).map((part) => part.trim());
}
