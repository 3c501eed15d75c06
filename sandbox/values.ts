import type { Field, Value } from './model';

/** Longest text of one answer, in characters. */
const TEXT_MAX = 500;
const LONG_TEXT_MAX = 20_000;
const EMAIL = /^[^\s@<>(),;:"]+@[^\s@<>(),;:".]+(?:\.[^\s@<>(),;:".]+)+$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

type Validator = (value: unknown, field: Field, before: Value | undefined) => string | undefined;

/** What is wrong with a value for its field, or undefined. A retired picklist value is valid only where it was set before. */
export function problemOf(value: unknown, field: Field, before?: Value): string | undefined {
  return VALIDATORS[field.type](value, field, before);
}

/** Whether a value counts as an answer: false and 0 do. */
export function isAnswer(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    !(typeof value === 'string' && value.trim() === '') &&
    !isEmptyList(value)
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const text =
  (max: number): Validator =>
  (value) => {
    if (typeof value !== 'string') return 'must be a text';
    return value.length > max ? `must have at most ${max} characters` : undefined;
  };

const matching =
  (test: (value: string) => boolean, what: string): Validator =>
  (value) =>
    typeof value === 'string' && value.length <= TEXT_MAX && test(value) ? undefined : `must be ${what}`;

const number =
  (test: (value: number) => boolean, what: string): Validator =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) && test(value) ? undefined : `must be ${what}`;

const isDate = (value: string) => {
  const parts = DATE.exec(value);
  if (!parts) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const picklist: Validator = (value, field, before) => {
  if (value === before) return undefined;
  const offered = field.options?.some((option) => option.active && option.value === value);
  return offered ? undefined : 'must be one of the listed values';
};

const multiPicklist: Validator = (value, field, before) => {
  if (!Array.isArray(value)) return 'must be a list of the listed values';
  if (new Set(value).size !== value.length) return 'must not name a value twice';
  const kept: unknown[] = Array.isArray(before) ? before : [];
  const wrong = value.some((one) => !kept.includes(one) && picklist(one, field, undefined));
  return wrong ? 'must be a list of the listed values' : undefined;
};

const VALIDATORS: Record<Field['type'], Validator> = {
  text: text(TEXT_MAX),
  'long-text': text(LONG_TEXT_MAX),
  email: matching((value) => EMAIL.test(value), 'an email address'),
  phone: matching((value) => /\d/.test(value) && /^[\d\s()+./x-]+$/i.test(value), 'a telephone number'),
  url: matching(isWebAddress, 'a web address that starts with http:// or https://'),
  number: number(() => true, 'a number'),
  currency: number(() => true, 'a number'),
  percent: number((value) => value >= 0 && value <= 100, 'a number from 0 to 100'),
  integer: number(Number.isSafeInteger, 'a whole number'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  date: matching(isDate, 'a date written YYYY-MM-DD'),
  'date-time': matching(
    (value) => DATE_TIME.test(value) && isDate(value.slice(0, 10)),
    'a date and time with an offset, such as 2026-03-14T15:09:26Z',
  ),
  picklist,
  'multi-picklist': multiPicklist,
};
