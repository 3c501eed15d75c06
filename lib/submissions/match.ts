import 'server-only';
import { foldText } from '@/lib/core/text';
import type { Evidence } from '@/lib/db/schema/submissions';
import { answerTo } from '@/lib/forms/answers';
import type { Answers } from '@/lib/forms/field';

/**
 * A lead first seen after the first attempt and claimed by no submission, in the form in which it is
 * compared.
 */
export type Candidate = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The value of the field that carries a submission's id; undefined without such a field. */
  marker: unknown;
  /** Whether it shows the other answers: a lead with only the same name and address may be another entry. */
  shows: Shown;
};

/** `all`: every comparable answer; `other`: at least one differs; `unknown`: it was not read in full yet. */
export type Shown = 'all' | 'other' | 'unknown';

/** What the leads of the mirror say about a submission with an unclear outcome. */
export type Match =
  | { kind: 'none' }
  | { kind: 'lead'; leadId: string }
  | { kind: 'unclear'; evidence: Evidence };

type Unclear = {
  submissionId: string;
  answers: Answers;
  candidates: readonly Candidate[];
  /** True if it was sent with its id in a field of the portal: then only that field decides. */
  isMarked: boolean;
  /** Another submission with the same fingerprint is on its way or unclear as well. */
  hasRival: boolean;
};

/**
 * Finds the lead that a submission became. A marker makes it exact. Without one, agent, names and email
 * together are its fingerprint, and its other answers must match as well; a person decides the rest. A lead
 * that was not read in full yet is awaited.
 */
export function matchLead(unclear: Unclear): Match {
  const fitting = unclear.candidates.filter((candidate) => fits(candidate, unclear));
  const leadIds = fitting.map(({ id }) => id);
  const [found] = fitting;
  if (found === undefined) return { kind: 'none' };
  if (leadIds.length > 1) return { kind: 'unclear', evidence: { reason: 'several', leadIds } };
  if (!unclear.isMarked && found.shows === 'unknown') return { kind: 'none' };
  const isAlike = hasFingerprint(unclear.answers) && found.shows === 'all';
  const isProof = unclear.isMarked || (isAlike && !unclear.hasRival);
  if (!isProof) return { kind: 'unclear', evidence: { reason: 'unlike', leadIds } };
  return { kind: 'lead', leadId: found.id };
}

function fits(candidate: Candidate, { isMarked, submissionId, answers }: Unclear): boolean {
  if (isMarked) return candidate.marker === submissionId;
  return isSameFingerprint(toFingerprint(answers), candidate);
}

/** The standard fields of interface 2.1 that identify a lead, as far as the portal's form has them. */
export type Fingerprint = { firstName: string; lastName: string; email: string };

/** The normalised name and email of the answers; an empty text for each that is missing. */
export function toFingerprint(answers: Answers): Fingerprint {
  const word = (fieldId: string) => {
    const answer = answerTo(answers, fieldId);
    return typeof answer === 'string' ? foldText(answer) : '';
  };
  return { firstName: word('firstName'), lastName: word('lastName'), email: word('email') };
}

/** Whether the answers identify the lead: two leads with neither name nor email look the same. */
export function hasFingerprint(answers: Answers): boolean {
  const { lastName, email } = toFingerprint(answers);
  return lastName !== '' || email !== '';
}

/** Whether both submissions would make leads with the same fingerprint. */
export function areRivals(one: Answers, other: Answers): boolean {
  return isSameFingerprint(toFingerprint(one), toFingerprint(other));
}

/** Whether names and email address are equal; `one` is normalised, `other` need not be. */
export function isSameFingerprint(one: Fingerprint, other: Fingerprint): boolean {
  return (['firstName', 'lastName', 'email'] as const).every((name) => foldText(other[name]) === one[name]);
}
