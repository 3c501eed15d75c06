import 'server-only';
import { createHash } from 'node:crypto';
import type { Answers } from '@/lib/forms/field';

/**
 * Names a set of answers: equal for the same answers to the same fields, whatever order they were read or stored
 * in. The choices of a multi-picklist are a set. Labels, the version of the schema and the wording of a choice
 * have no part in it.
 *
 * A plain SHA-256, and no HMAC: the answers stand in the same row, so there is nothing to hide, and a changed
 * `APP_SECRET` must not make a repeat look like other answers. Whoever erases a row's answers erases this too.
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
