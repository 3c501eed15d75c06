import { z } from 'zod';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answer, Answers } from '@/lib/forms/field';

/**
 * What a form sent in saves whose outcome it was not told. If the lead holds one of these now, it was the same person
 * who changed it. Pairs and not an object, because a fieldId may be `__proto__`; null: no answer.
 */
export type SentAnswers = readonly (readonly [fieldId: string, answer: Answer | null])[];

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const sentSchema = z.array(z.tuple([z.string(), z.union([scalar, z.array(scalar), z.null()])]));

/** How many are remembered: nobody saves in vain more often than that from one form. */
const MAX_SENT = 200;

/** For the form to bring back, the newest last. */
export function writeSent(sent: SentAnswers): string {
  return JSON.stringify(sent.slice(-MAX_SENT));
}

/** Reads what `writeSent` wrote; nothing if it is not that. It comes from a browser: compared, never sent. */
export function readSent(text: unknown): SentAnswers {
  if (typeof text !== 'string') return [];
  try {
    return sentSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Whether the lead's present answer to a field is one that this form sent. */
export function isSent(
  sent: SentAnswers,
  { fieldId, theirs }: { fieldId: string; theirs: Answers },
): boolean {
  const now = answerTo(theirs, fieldId);
  return sent.some(([id, answer]) => id === fieldId && sameAnswer(answer ?? undefined, now));
}

/** What the form was drawn from, with the answers of its own that reached the lead meanwhile. */
export function withSent(basis: Answers, { sent, theirs }: { sent: SentAnswers; theirs: Answers }): Answers {
  const result: Answers = Object.assign(Object.create(null), basis);
  for (const [fieldId] of sent) {
    if (!isSent(sent, { fieldId, theirs })) continue;
    const now = answerTo(theirs, fieldId);
    if (now === undefined) delete result[fieldId];
    else result[fieldId] = now;
  }
  return result;
}
