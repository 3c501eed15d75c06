import type { Moment } from '@/components/ui/time';
import type { FieldText } from '@/lib/leads/view';

/** What the page about sending draws: every text is ready. */

/** A text beside the one that was submitted. */
export type Compared = { text: string; differs: boolean };

/** A lead of the portal that may have come of a submission. */
export type CandidateView = {
  /** Its number in the portal. */
  id: string;
  name: Compared;
  email: Compared;
  value: Compared;
  created: Moment;
  isClaimed: boolean;
  isDeleted: boolean;
  /** Labels of the fields whose values it shares with the answers. */
  shared: string[];
};

/** One request: when, and what was answered to it, in words; and what the answer said, if anything. */
export type SentView = { at: Moment; answer: string; words?: string };

/** A pair of organization and agent that the portal refuses, and what waits for it. */
export type WrongPairView = {
  /** The value of the pair in a form. */
  pair: string;
  organization: string;
  organizationId: string;
  agent: string;
  agentId: string;
  /** The address of its page. */
  href: string;
  waiting: number;
  /** It was typed in, so it can be corrected where it is shown. */
  isCorrectable: boolean;
  /** What the portal said. */
  words?: string;
  rows: { id: string; name: string; person: string; submitted: Moment; sentAs?: string }[];
};

/** A submission that waits for a decision, with its evidence. */
export type ReviewView = {
  id: string;
  name: string;
  email: string;
  value: string;
  person: string;
  agent: string;
  organization: string;
  submitted: Moment;
  attempts: number;
  /** Every request that was sent with it, and what was answered. */
  sent: SentView[];
  reason: 'several' | 'unlike' | 'similar' | 'resent' | 'created' | 'taken' | 'turned-away' | 'unseen';
  /** All leads that the admin is shown or told of: who sends it again rules them out. */
  seenLeads: string[];
  answers: FieldText[];
  candidates: CandidateView[];
  moreCandidates: number;
};

/** A row of one of the tables below: its texts, by column. */
export type UnclearView = {
  id: string;
  name: string;
  owner: string;
  /** Without a time if it was never sent. */
  sent: Omit<SentView, 'at'> & { at?: Moment };
  attempts: number;
  looks: number;
  /** Absent if the look is due. */
  nextLook?: Moment;
};

export type OverdueView = {
  id: string;
  name: string;
  owner: string;
  queued: Moment;
  error: ErrorView;
  /** Absent if nobody tries any more. */
  nextTry?: Moment;
};

export type DeadView = { id: number; what: string; key: string; since: Moment; error: ErrorView };

/** What went wrong: in plain words, and as it was noted. */
export type ErrorView = { words: string; noted?: string };
