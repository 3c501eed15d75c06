import type { Moment } from '@/lib/core/formats';
import type { Evidence } from '@/lib/db/schema/submissions';
import type { FieldText } from '@/lib/forms/answer-text';

/** The view models of the page of submissions: every text is ready. */

/** A text compared with the submitted one. */
export type Compared = { text: string; differs: boolean };

/** A lead of the portal that a submission may have created. */
export type CandidateView = {
  /** Its number in the portal. */
  id: string;
  name: Compared;
  email: Compared;
  value: Compared;
  created: Moment;
  isClaimed: boolean;
  isDeleted: boolean;
  /** Labels of the fields whose values match the answers. */
  shared: string[];
};

/** One request: its time, the response in words, and the response's message, if any. */
export type SentView = { at: Moment; answer: string; message?: string };

/** An owner (organization and agent) that the portal rejects, and its waiting submissions. */
export type RejectedOwnerView = {
  /** The form value of the owner. */
  owner: string;
  organization: string;
  organizationId: string;
  agent: string;
  agentId: string;
  /** The address of its page. */
  href: string;
  waiting: number;
  /** Whether it was entered by an admin, so that it can be corrected here. */
  isCorrectable: boolean;
  /** The portal's message. */
  message?: string;
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
  /** Every request sent with it, and the responses. */
  sent: SentView[];
  reason: Exclude<Evidence['reason'], 'owner'>;
  /** All leads shown or mentioned to the admin: sending it again rules them out. */
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
  searches: number;
  /** Absent if the search is due. */
  nextSearch?: Moment;
};

export type OverdueView = {
  id: string;
  name: string;
  owner: string;
  queued: Moment;
  error: ErrorView;
  /** Absent without further retries. */
  nextTry?: Moment;
};

export type DeadView = { id: number; what: string; key: string; since: Moment; error: ErrorView };

/** An error: in plain words, and as recorded. */
export type ErrorView = { text: string; noted?: string };
