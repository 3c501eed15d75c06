import 'server-only';
import { getOwn } from '@/lib/core/own';
import { toStorable } from '@/lib/core/text';
import { readEpoch } from '@/lib/forms/read-value';

/** Small readers of untrusted values: each returns the promised type or undefined, and none throws. */

export type JsonRecord = Record<string, unknown>;

/** True for a JSON object, not for an array or null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of `keys` the record has with a value other than null. */
export function firstOwn(record: JsonRecord, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = getOwn(record, key);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** A record without a prototype, safe for keys such as `__proto__`. */
export function bareRecord<T>(): Record<string, T> {
  return Object.create(null);
}

/** A string, or a number or boolean as a string; well-formed. Undefined for objects and the empty string. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  return toStorable(value);
}

/** An identifier exactly as sent. Undefined if it is malformed: a repaired id would name another record. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return toStorable(value) === value ? value : undefined;
}

/**
 * A finite number, or a numeric string. Zero has no sign: JSON would lose it, and equal values would differ.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value))
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number + 0 : undefined;
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

/**
 * An ISO 8601 timestamp (the interface, section 2.1) or a number since 1970. One without a time zone is UTC,
 * as the interface promises; JavaScript alone would read it as local time. Undefined for years a database
 * refuses.
 */
export function dateOf(value: unknown): Date | undefined {
  const date = readEpoch(value) ?? timestampOf(value);
  if (!date || Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date : undefined;
}

function timestampOf(value: unknown): Date | undefined {
  const parts = typeof value === 'string' ? TIMESTAMP.exec(value.trim()) : null;
  return parts ? new Date(`${parts[1]}T${parts[2]}${parts[3] ?? 'Z'}`) : undefined;
}

const DEEPEST = 16;

/**
 * The value as plain JSON that a database accepts: well-formed strings, finite numbers, records without a
 * prototype. Values nested deeper than any real response become null: thousands of levels overflow the stack.
 */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return toStorable(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((entry) => cleanJson(entry, depth + 1));
  return isRecord(value) ? cleanRecord(value, depth + 1) : null;
}

/** `cleanJson` for a record, key by key. */
export function cleanRecord(record: JsonRecord, depth = 0): JsonRecord {
  const cleaned = bareRecord<unknown>();
  for (const [key, value] of Object.entries(record)) cleaned[toStorable(key)] = cleanJson(value, depth);
  return cleaned;
}
