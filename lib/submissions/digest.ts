import 'server-only';
import { createHash } from 'node:crypto';
import type { Answers } from '@/lib/forms/field';

/**
 * Identifies a set of answers: equal for the same answers to the same fields, in whatever order they were
 * read or stored. The choices of a multi-picklist are a set. Labels, the schema version and the wording of a
 * choice are excluded.
 *
 * A plain SHA-256 instead of an HMAC: the answers are in the same row, so there is nothing to hide, and a
 * changed `APP_SECRET` must not make a repeat look like other answers. Code that erases a row's answers must
 * erase this too.
 */
export function digestAnswers(answers: Answers): string {
  const entries = Object.entries(answers)
    .map(([fieldId, answer]) =>
      JSON.stringify([fieldId, Array.isArray(answer) ? canonicalSet(answer) : answer]),
    )
    .sort();
  return createHash('sha256').update(entries.join('\n')).digest('base64url');
}

function canonicalSet(values: readonly unknown[]): string[] {
  return [...new Set(values.map((value) => JSON.stringify(value)))].sort();
}
