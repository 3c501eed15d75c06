import type { ServiceDown } from '@/lib/connection/health';
import type { LeadsQuery } from '@/lib/core/leads-query';
import type { StatusOverrides } from '@/lib/core/status-words';
import type { TIMELINE_KINDS } from '@/lib/db/schema/leads';
import type { FieldKind } from '@/lib/forms/field';

/**
 * What the leads' pages draw: plain, serialisable values, already restricted to what the viewer may see. The
 * queries make them, the components only format them. Instants are ISO 8601 strings in UTC; money is a number
 * in the portal's unit with its ISO 4217 code where one is known.
 */

/** One row of the dashboard: a lead of the mirror. */
export type LeadRow = {
  id: string;
  /** The submission it came from, if it was sent from this desk: the row keeps its place and focus when one becomes the other. */
  submissionId?: string;
  name: string;
  email: string;
  /** The service's word, as it came. */
  status: string;
  statusSince: string;
  value?: number;
  currency?: string;
  agentName: string;
  submittedAt: string;
  changedAt: string;
  /** Since when the lead waits for its first answer; absent once the vendor answered. */
  waitingSince?: string;
};

/**
 * Where a submission stands that has not become a lead. `held`: the portal refused the ids that it was sent for, and an
 * admin corrects them. `givenBack`: refused, by an admin of this desk.
 */
export type PendingState = 'queued' | 'sending' | 'settling' | 'review' | 'held' | 'refused' | 'givenBack';

/** A submission that is not a lead yet; stands on top of the list. */
export type PendingRow = {
  /** The submission's id. */
  id: string;
  name: string;
  email: string;
  state: PendingState;
  /** Since when it is in this state. */
  since: string;
  value?: number;
  currency?: string;
  agentName: string;
  submittedAt: string;
};

/** One tile: how many leads have a status, and what they are worth together. */
export type StatusTile = {
  status: string;
  count: number;
  value?: number;
  /** The sum lies beyond `value`, which is the largest or the smallest number there is. */
  valueBeyond?: true;
  currency?: string;
};

/** An agent a manager may filter by. */
export type AgentChoice = { id: string; name: string };

/** Everything the dashboard says, as of `readAt`. */
export type LeadsPage = {
  query: LeadsQuery;
  /** How the admins want statuses shown. */
  statusOverrides: StatusOverrides;
  rows: LeadRow[];
  /**
   * Submissions that are no lead yet: those that need correction, then those on their way. Only on page 1 and only
   * when no filter would hide them; of `show: 'needs-correction'` its own page of them, and nothing else.
   */
  pending: PendingRow[];
  /** Refused submissions of the viewer that were not corrected yet, whatever the filter. */
  needCorrection: number;
  /** All leads the viewer may see, whatever the filter. */
  tiles: StatusTile[];
  /** Leads that match the filter. `capped`: counting stopped there, there are at least so many. */
  total: { count: number; capped: boolean };
  /** Absent when the total is capped. */
  pageCount?: number;
  /** Cursors of the neighbouring pages; absent where there is none. */
  nextAfter?: string;
  previousBefore?: string;
  /** For managers: whose leads can be told apart. Empty for an agent, who sees only their own. */
  agents: AgentChoice[];
  /** When this was read from our database. */
  readAt: string;
  /** When the service last confirmed what is shown; absent before the first answer. */
  confirmedAt?: string;
  /** Since when the service does not answer, or refuses the desk's key; absent while all is well. */
  serviceDown?: ServiceDown;
};

/** A field of a lead with its answer, ready to be formatted by kind. */
export type FieldText = {
  id: string;
  /** The label it had; falls back to the id. */
  label: string;
  kind: FieldKind;
  /** Nothing, one, or for multi-picklists several: labels of options, numbers as decimals, dates as YYYY-MM-DD, date-times as ISO, booleans as true/false. */
  values: string[];
  currency?: string;
};

/** Who did something: a person by name, the vendor in the portal, or this desk by itself. */
export type Actor = { by: 'person'; name: string } | { by: 'portal' } | { by: 'desk' };

/**
 * One change within an entry. An absent status, and a field without values, mean "nothing was there". A field is
 * told by the label and in the words for its choices that it had at that time, as far as they are known.
 */
export type TimelineChange =
  | { of: 'status'; from?: string; to?: string }
  | { of: 'field'; from: FieldText; to: FieldText };

export type TimelineEntry = {
  id: string;
  at: string;
  actor: Actor;
  kind: (typeof TIMELINE_KINDS)[number];
  changes: TimelineChange[];
  /** In the service's words: why it refused. */
  message?: string;
};

/** Proof of what was handed over, as far as this desk can give it. */
export type ReceiptView = {
  submissionId: string;
  /** The agent's moment: when "Submit" was pressed here. */
  submittedAt: string;
  submittedBy: string;
  /** Every request that was sent with it, oldest first, and the status that was answered, if one was. */
  sent: { at: string; answered?: number }[];
  /** When this desk learned that the portal had accepted it, how, and under which number. */
  acceptedAt: string;
  acceptedBy: 'answer' | 'search' | 'admin';
  number: string;
  /** When the portal made the lead, by its own clock; absent if it does not say. */
  portalCreatedAt?: string;
};

/**
 * Changes made here that the portal answered to have saved. `unconfirmed`: no read has shown them yet. `missing`: the
 * portal still shows what was there before.
 */
export type SavedEditView = {
  id: number;
  state: 'unconfirmed' | 'missing';
  savedAt: string;
  fields: FieldText[];
};

/** Everything the lead page says, as of `readAt`. */
export type LeadView = {
  id: string;
  name: string;
  status: string;
  /** How the admins want statuses shown. */
  statusOverrides: StatusOverrides;
  statusSince: string;
  agentName: string;
  organizationName: string;
  submittedAt: string;
  changedAt: string;
  confirmedAt: string;
  readAt: string;
  serviceDown?: ServiceDown;
  /** Set when the lead is gone from the portal. */
  deletedAt?: string;
  editable: boolean;
  /** In the order the admins want, unanswered ones included: what the portal last confirmed. */
  fields: FieldText[];
  /** What was saved and is not in `fields`. */
  savedEdits: SavedEditView[];
  /** Newest first. */
  timeline: TimelineEntry[];
  /** Only for leads submitted from this desk. */
  receipt?: ReceiptView;
};

/** Everything the page of one submission says. */
export type SubmissionView = {
  id: string;
  name: string;
  agentName: string;
  submittedAt: string;
  readAt: string;
  answers: FieldText[];
} & (
  | {
      state: 'queued' | 'sending' | 'review' | 'held';
      /** How often it was sent so far. */
      attempts: number;
      /** When it was sent last; absent if it never was. */
      attemptedAt?: string;
      /** The desk was away: the portal is searched for it before it is sent. */
      isSearchedFirst?: true;
    }
  | {
      state: 'settling';
      attempts: number;
      attemptedAt: string;
      /** The status that was answered; absent if no answer came. */
      answered?: number;
      /** How often it was looked for in the portal since, and not found. */
      looks: number;
      /** When the next look is due; absent if it is due already and waits for the portal. */
      nextLookAt?: string;
    }
  | { state: 'accepted'; acceptedAt: string; leadId: string }
  | {
      state: 'refused' | 'givenBack';
      refusedAt: string;
      /** In the words of the service, or of the admin who gave it back; absent if there are none. */
      reason?: string;
      fieldErrors: { label: string; message: string }[];
      /** The corrected lead that took its place; without an id the viewer may not open that one. */
      replacement?: { submissionId?: string };
    }
);
