import 'server-only';
import type { Evidence } from '@/lib/db/schema/submissions';
import { answerTo } from '@/lib/forms/answers';
import type { Answers } from '@/lib/forms/field';

/** A lead first seen after the first attempt, that no submission claims, as it is compared with the answers. */
export type Candidate = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** What stands in the field that carries a submission's id; undefined without such a field. */
  marker: unknown;
  /** Whether it shows the other answers: one that merely has the same name and address may be somebody else's entry. */
  shows: Shown;
};

/** `all`: every answer that can be compared; `other`: another one somewhere; `unknown`: it was not read in full yet. */
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
  /** True if it was sent with its id in a field of the portal: then that decides alone. */
  isMarked: boolean;
  /** Another submission with the same fingerprint is on its way or unclear as well. */
  hasRival: boolean;
};

/**
 * Finds the lead that a submission became. With a marker it is exact. Without one, agent, names and e-mail
 * together are its fingerprint, and its other answers must be there as well; what that does not decide alone, a
 * person decides. One that was not read in full is waited for.
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

/** The standard fields of interface 2.1 that say who a lead is, as far as the portal asks for them. */
export type Fingerprint = { firstName: string; lastName: string; email: string };

export function toFingerprint(answers: Answers): Fingerprint {
  const word = (fieldId: string) => {
    const answer = answerTo(answers, fieldId);
    return typeof answer === 'string' ? normalise(answer) : '';
  };
  return { firstName: word('firstName'), lastName: word('lastName'), email: word('email') };
}

/** True if the answers say who the lead is: two leads with neither name nor e-mail look the same. */
export function hasFingerprint(answers: Answers): boolean {
  const { lastName, email } = toFingerprint(answers);
  return lastName !== '' || email !== '';
}

/** True if both submissions would make leads that cannot be told apart by their fingerprint. */
export function areRivals(one: Answers, other: Answers): boolean {
  return isSameFingerprint(toFingerprint(one), toFingerprint(other));
}

/** True if names and e-mail address are the same; `one` is normalised, `other` need not be. */
export function isSameFingerprint(one: Fingerprint, other: Fingerprint): boolean {
  return (['firstName', 'lastName', 'email'] as const).every((name) => normalise(other[name]) === one[name]);
}

/** A service may trim, and store an e-mail address in lower case. */
export function normalise(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
