import 'server-only';
import { createHash } from 'node:crypto';
import type { Answers } from '@/lib/forms/field';

/**
 * The file that proves which answers a receipt is about: the answers as submitted, the submission's id, and a
 * salt. A receipt has only its digest. Without the salt nobody can find out answers by guessing them, even the
 * few that are likely. docs/receipts.md describes the form.
 */
export function writeAnswersFile(file: { answers: Answers; salt: string; submission: string }): string {
  return toCanonicalJson(file);
}

/** The digest of an answers file, as a receipt has it: SHA-256 of its UTF-8 bytes, base64url. */
export function digestFile(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}

/**
 * The digest of a file that a person has, however an editor has formatted it since; undefined if it is not JSON.
 */
export function digestReformatted(text: string): string | undefined {
  try {
    return digestFile(toCanonicalJson(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

/**
 * JSON with one form for each value (RFC 8785): no spaces, and the names of an object in order of their UTF-16
 * units. A name may be `__proto__`.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
