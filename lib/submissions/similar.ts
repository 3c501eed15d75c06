import 'server-only';
import { getOwn } from '@/lib/core/own';
import { foldText } from '@/lib/core/text';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import {
  type Answer,
  type Answers,
  FAMILY_OF,
  type Field,
  type FieldKind,
  type LeadSchema,
} from '@/lib/forms/field';
import { readAnswer } from '@/lib/forms/from-lead';
import { hasFingerprint, isSameFingerprint, type Shown, toFingerprint } from './match';

/** A lead as it is compared: everything the mirror holds of it. */
export type ComparedLead = {
  id: string;
  agentId: string;
  firstName: string;
  lastName: string;
  email: string;
  record: { standard: Record<string, unknown>; custom: Record<string, unknown> };
};

/** Numbers that may be the person's own: a choice from a list, a percentage or a date is shared too easily. */
const isOwnNumber = (kind: FieldKind) => FAMILY_OF[kind] === 'number' && kind !== 'percent';
const isText = (kind: FieldKind) => FAMILY_OF[kind] === 'text';
/** The fields of the fingerprint. */
const NAMES: readonly string[] = ['firstName', 'lastName', 'email'];
/** Shorter texts and smaller numbers match by chance. */
const SHORTEST_TEXT = 3;
const SMALLEST_NUMBER = 100;

/**
 * The fields whose values a lead shares with the answers, if that makes it likely that it came from them: the
 * same email address, the same family name (or first name, if there is no family name), or the same agent and
 * any answer that does not match by chance. Empty if it is not similar.
 */
export function sharedFields(
  lead: ComparedLead,
  { answers, agentId, schema }: { answers: Answers; agentId: string; schema: LeadSchema | undefined },
): string[] {
  const own = toFingerprint(answers);
  const sameWord = (field: 'firstName' | 'lastName' | 'email') =>
    own[field] !== '' && foldText(lead[field]) === own[field];
  const who = (['email', 'lastName'] as const).filter(sameWord);
  const first = own.lastName === '' && sameWord('firstName') ? ['firstName'] : [];
  const others = (schema?.fields ?? [])
    .filter(({ id }) => !NAMES.includes(id))
    .filter((field) => {
      const answer = answerTo(answers, field.id);
      return isDistinctive(field.kind, answer) && isSameValue(field, answer, readValue(lead.record, field));
    })
    .map(({ id }) => id);
  const isLike = who.length + first.length > 0 || (lead.agentId === agentId && others.length > 0);
  return isLike ? [...who, ...first, ...others] : [];
}

/** Kinds whose values a service keeps (nearly) as sent; values of the others may be reformatted. */
const isComparable = (kind: FieldKind) => isText(kind) || isOwnNumber(kind) || kind === 'picklist';

/**
 * Whether a lead shows the answers that were sent beside names and address. A lead typed into the portal for
 * the same person rarely has all of them.
 *
 * @param lead.fromList known from the list alone, which may omit fields
 */
export function showsAnswers(
  { record, fromList }: Pick<ComparedLead, 'record'> & { fromList: boolean },
  { answers, schema }: { answers: Answers; schema: LeadSchema | undefined },
): Shown {
  const compared = (schema?.fields ?? [])
    .filter(({ id, kind }) => isComparable(kind) && !NAMES.includes(id))
    .flatMap((field) => {
      const answer = answerTo(answers, field.id);
      return answer === undefined ? [] : [{ ...field, answer }];
    });
  const isMissing = (value: unknown) => value === undefined || value === null || value === '';
  const values = compared.map((field) => ({ ...field, value: readValue(record, field) }));
  const isOther = values.some(
    ({ answer, value, ...field }) => !isMissing(value) && !isSameAnswer(field, answer, value),
  );
  if (isOther) return 'other';
  if (!values.some(({ value }) => isMissing(value))) return 'all';
  return fromList ? 'unknown' : 'other';
}

/** A service may reformat a phone number. */
function isSameAnswer(field: Pick<Field, 'kind' | 'options'>, answer: Answer, value: unknown): boolean {
  if (isSameValue(field, answer, value)) return true;
  const digits = (one: unknown) => String(one).replace(/\D+/g, '');
  return (
    field.kind === 'phone' &&
    digits(answer) !== '' &&
    digits(value).endsWith(digits(answer).replace(/^0+/, ''))
  );
}

function readValue(
  { standard, custom }: ComparedLead['record'],
  { id, placement }: Pick<LeadSchema['fields'][number], 'id' | 'placement'>,
): unknown {
  const values = placement === 'standard' ? standard : custom;
  return getOwn(values, id);
}

/** Whether the lead matches another submission by names and address, and not this one. */
export function isOfAnother(lead: ComparedLead, own: Answers, others: readonly Answers[]): boolean {
  if (isSameFingerprint(toFingerprint(own), lead)) return false;
  return others.some((answers) => hasFingerprint(answers) && isSameFingerprint(toFingerprint(answers), lead));
}

function isDistinctive(kind: FieldKind, answer: Answer | undefined): boolean {
  if (typeof answer === 'string') return isText(kind) && foldText(answer).length >= SHORTEST_TEXT;
  return typeof answer === 'number' && isOwnNumber(kind) && Math.abs(answer) >= SMALLEST_NUMBER;
}

/** As the field's kind reads it: a service may write it in another way than it was sent. */
function isSameValue(
  field: Pick<Field, 'kind' | 'options'>,
  answer: Answer | undefined,
  value: unknown,
): boolean {
  const held = readAnswer(field, value);
  if (typeof answer === 'string' && typeof held === 'string') return foldText(held) === foldText(answer);
  return answer !== undefined && sameAnswer(answer, held);
}
