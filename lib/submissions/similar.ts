import 'server-only';
import { answerTo } from '@/lib/forms/answers';
import type { Answer, Answers, FieldKind, LeadSchema } from '@/lib/forms/field';
import { hasFingerprint, isSameFingerprint, normalise, toFingerprint } from './match';

/** A lead as it is compared: all that the mirror holds of it. */
export type ComparedLead = {
  id: string;
  agentId: string;
  firstName: string;
  lastName: string;
  email: string;
  record: { standard: Record<string, unknown>; custom: Record<string, unknown> };
};

/** Kinds whose values are the person's own words: a shared choice from a list says nothing. */
const OWN_WORDS: readonly FieldKind[] = ['text', 'long-text', 'email', 'phone', 'url'];
const NUMBERS: readonly FieldKind[] = ['number', 'currency', 'integer'];
/** Shorter texts and smaller numbers are shared by chance. */
const SHORTEST_TEXT = 3;
const SMALLEST_NUMBER = 100;

/**
 * The fields whose values a lead shares with the answers, if they make it likely that it came of them: the same
 * e-mail address, the same family name (or first name, where there is no family name), or the same agent and any
 * answer that is not shared by chance. Empty if it is unlike.
 */
export function sharedFields(
  lead: ComparedLead,
  { answers, agentId, schema }: { answers: Answers; agentId: string; schema: LeadSchema | undefined },
): string[] {
  const own = toFingerprint(answers);
  const sameWord = (field: 'firstName' | 'lastName' | 'email') =>
    own[field] !== '' && normalise(lead[field]) === own[field];
  const who = (['email', 'lastName'] as const).filter(sameWord);
  const first = own.lastName === '' && sameWord('firstName') ? ['firstName'] : [];
  const others = (schema?.fields ?? [])
    .filter(({ id }) => !['firstName', 'lastName', 'email'].includes(id))
    .filter(({ id, kind, placement }) => {
      const values = placement === 'standard' ? lead.record.standard : lead.record.custom;
      const value = Object.hasOwn(values, id) ? values[id] : undefined;
      return isDistinctive(kind, answerTo(answers, id)) && isSameValue(answerTo(answers, id), value);
    })
    .map(({ id }) => id);
  const isLike = who.length + first.length > 0 || (lead.agentId === agentId && others.length > 0);
  return isLike ? [...who, ...first, ...others] : [];
}

/** True if the lead is, by names and address, what another submission asked for, and not what this one did. */
export function isOfAnother(lead: ComparedLead, own: Answers, others: readonly Answers[]): boolean {
  if (isSameFingerprint(toFingerprint(own), lead)) return false;
  return others.some((answers) => hasFingerprint(answers) && isSameFingerprint(toFingerprint(answers), lead));
}

function isDistinctive(kind: FieldKind, answer: Answer | undefined): boolean {
  if (typeof answer === 'string')
    return OWN_WORDS.includes(kind) && normalise(answer).length >= SHORTEST_TEXT;
  return typeof answer === 'number' && NUMBERS.includes(kind) && Math.abs(answer) >= SMALLEST_NUMBER;
}

/** A service may answer a number as a text. */
function isSameValue(answer: Answer | undefined, value: unknown): boolean {
  if (typeof answer === 'number') return Number(value) === answer;
  return typeof answer === 'string' && typeof value === 'string' && normalise(value) === normalise(answer);
}
