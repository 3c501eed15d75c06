import { getOwn } from '@/lib/core/own';
import type { Answer, Answers } from './field';

/** No answers yet. Without a prototype, because a fieldId may be `__proto__` or `constructor`. */
export function noAnswers(): Answers {
  return Object.create(null) as Answers;
}

/** The answer to one field, or undefined; never something inherited. */
export function answerTo(answers: Answers, fieldId: string): Answer | undefined {
  return getOwn(answers, fieldId);
}

/**
 * True if both are the same answer. Lists are compared as sets, because the values of a multi-picklist are
 * unordered; instants are compared as instants, with any offset.
 */
export function sameAnswer(one: Answer | undefined, other: Answer | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) return sameSet(one, other);
  if (typeof one === 'string' && typeof other === 'string') return sameInstant(one, other);
  return false;
}

function sameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const left = new Set(one);
  const right = new Set(other);
  return left.size === right.size && [...left].every((value) => right.has(value));
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

function sameInstant(one: string, other: string): boolean {
  if (!INSTANT.test(one) || !INSTANT.test(other)) return false;
  return Date.parse(one) === Date.parse(other);
}
