import 'server-only';
import { createHash } from 'node:crypto';
import { isRecord } from './value';

const HASH_CHARACTERS = 32;

/** JSON with sorted keys, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).toSorted(byKey)) : entry,
  );
}

/** A short hash of the value, independent of key order. */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, HASH_CHARACTERS);
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
