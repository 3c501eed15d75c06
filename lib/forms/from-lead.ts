import { getOwn } from '@/lib/core/own';
import { noAnswers } from './answers';
import type { Answer, Answers, LeadSchema } from './field';
import { KINDS } from './kinds';
import { type Choosable, isNothing } from './read-value';

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
export function readAnswer(field: Choosable, value: unknown): Answer | undefined {
  return isNothing(value) ? undefined : KINDS[field.kind].read(value, field);
}
