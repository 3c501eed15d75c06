import { z } from 'zod';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answer, Answers } from '@/lib/forms/field';

/**
 * The values a form sent in saves with unknown outcome. If the lead has one of these now, the same person
 * changed it. Pairs instead of an object, because a fieldId may be `__proto__`; null: no answer.
 */
export type SentAnswers = readonly (readonly [fieldId: string, answer: Answer | null])[];

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const sentSchema = z.array(z.tuple([z.string(), z.union([scalar, z.array(scalar), z.null()])]));

/** Upper limit of remembered values: no form fails to save more often than this. */
const MAX_SENT = 200;

/** Serialised for the form to send back, newest last. */
export function writeSent(sent: SentAnswers): string {
  return JSON.stringify(sent.slice(-MAX_SENT));
}

/** Parses the output of `writeSent`; empty if invalid. It comes from a browser: only compared, never sent. */
export function readSent(text: unknown): SentAnswers {
  if (typeof text !== 'string') return [];
  try {
    return sentSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Whether the lead's current answer to a field is one that this form sent. */
export function isSent(
  sent: SentAnswers,
  { fieldId, portal }: { fieldId: string; portal: Answers },
): boolean {
  const now = answerTo(portal, fieldId);
  return sent.some(([id, answer]) => id === fieldId && sameAnswer(answer ?? undefined, now));
}

/** The values the form was rendered from, updated with its own answers that have reached the lead since. */
export function withSent(basis: Answers, { sent, portal }: { sent: SentAnswers; portal: Answers }): Answers {
  const result: Answers = Object.assign(Object.create(null), basis);
  for (const [fieldId] of sent) {
    if (!isSent(sent, { fieldId, portal })) continue;
    const now = answerTo(portal, fieldId);
    if (now === undefined) delete result[fieldId];
    else result[fieldId] = now;
  }
  return result;
}
