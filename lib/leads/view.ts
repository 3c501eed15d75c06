import type { ServiceDown } from '@/lib/connection/health';
import type { LeadsQuery } from '@/lib/core/leads-query';
import type { AnswerColumn, Density, ListColumn } from '@/lib/core/preferences';
import type { StatusOverrides } from '@/lib/core/status-words';
import type { TIMELINE_KINDS } from '@/lib/db/schema/leads';
import type { FieldText } from '@/lib/forms/answer-text';
import type { FieldGroup } from '@/lib/forms/field-groups';

/**
 * What the lead pages show: plain, serialisable values, already restricted to what the viewer may see.
 * Queries build them, components only format them. Instants are ISO 8601 strings in UTC; money is a number in
 * the portal's unit with its ISO 4217 code if known.
 */

/** One row of the dashboard: a lead of the mirror. */
export type LeadRow = {
  id: string;
  /**
   * The submission it came from, if it was sent from this desk: the row keeps its place and focus when the
   * submission becomes a lead.
   */
  submissionId?: string;
  /** The person, else the email address, else the id. */
  name: string;
  /** The answer to the company field, if the form has one. */
  company?: string;
  email: string;
  /** The service's status, unchanged. */
  status: string;
  statusSince: string;
  value?: number;
  currency?: string;
  agentName: string;
  submittedAt: string;
  changedAt: string;
  /** The answers that the chosen columns show. */
  answers?: AnswersInColumns;
  /** Since when the lead has been waiting for a first answer; absent once the vendor answered. */
  waitingSince?: string;
};

export type AnswersInColumns = Partial<Record<AnswerColumn, FieldText>>;

/**
 * The state of a submission that is not a lead yet. `held`: the portal refused the ids it was sent for, and
 * an admin must correct them. `returned`: refused by an admin of this desk.
 */
export type PendingState = 'queued' | 'sending' | 'settling' | 'review' | 'held' | 'refused' | 'returned';

/** A submission that is not a lead yet; shown at the top of the list. */
export type PendingRow = {
  /** The submission's id. */
  id: string;
  name: string;
  company?: string;
  email: string;
  state: PendingState;
  /** Why it was refused or returned, in the portal's or the admin's words; the first one if there are several. */
  reason?: string;
  /** When it entered this state. */
  since: string;
  value?: number;
  currency?: string;
  agentName: string;
  submittedAt: string;
  answers?: AnswersInColumns;
};

/** The number of some leads, and their total value. */
export type LeadTotal = {
  count: number;
  value?: number;
  /** The sum exceeds `value`, which is the largest or smallest possible number. */
  valueBeyond?: true;
  currency?: string;
};

/** One tile: the leads with a status. */
export type StatusTile = LeadTotal & { status: string };

/** A column that the person may choose, and whether they did. */
export type OfferedColumn = { isShown: boolean } & (
  | { column: Exclude<ListColumn, AnswerColumn>; label?: undefined }
  /** With the label of its field. */
  | { column: AnswerColumn; label: string }
);

/** An agent that a manager may filter by. */
export type AgentChoice = { id: string; name: string };

/** The data of the dashboard, as of `readAt`. */
export type LeadsPage = {
  query: LeadsQuery;
  /** How admins want statuses shown. */
  statusOverrides: StatusOverrides;
  rows: LeadRow[];
  /**
   * Submissions that are not leads yet: those that need correction, then those on their way. Only on page 1
   * and only if no filter excludes them; with `show: 'needs-correction'`, one page of those alone.
   */
  pending: PendingRow[];
  /** The viewer's refused submissions that are not corrected yet, whatever the filter. */
  needCorrection: number;
  /** All leads the viewer may see, whatever the filter: by status, and together. */
  tiles: StatusTile[];
  allLeads: LeadTotal;
  columns: readonly OfferedColumn[];
  density: Density;
  /** Whether single keys do something. */
  shortcuts: boolean;
  /** Leads that match the filter. `capped`: counting stopped, there are at least this many. */
  total: { count: number; capped: boolean };
  /** Absent when the total is capped. */
  pageCount?: number;
  /** Cursors of the neighbouring pages; absent if there is none. */
  nextAfter?: string;
  previousBefore?: string;
  /** For managers: the agents to filter by. Empty for an agent, who sees only their own leads. */
  agents: AgentChoice[];
  /** When this was read from our database. */
  readAt: string;
  /** When the service last confirmed the data shown; absent before the first answer. */
  confirmedAt?: string;
  /** Since when the service has not answered or has refused the desk's key; absent while it works. */
  serviceDown?: ServiceDown;
};

/** A field's answer in a list of all answers, with the heading that it has in the form. */
export type GroupedFieldText = FieldText & { group: FieldGroup };

/** The author of an action: a person by name, the vendor in the portal, or this desk automatically. */
export type TimelineActor = { by: 'person'; name: string } | { by: 'portal' } | { by: 'desk' };

/**
 * One change within an entry. An absent status and a field without values mean "empty". A field has the label
 * and the names of choices that it had at that time, as far as they are known.
 */
export type TimelineChange =
  | { of: 'status'; from?: string; to?: string }
  | { of: 'field'; from: FieldText; to: FieldText };

export type TimelineEntry = {
  id: string;
  at: string;
  actor: TimelineActor;
  kind: (typeof TIMELINE_KINDS)[number];
  changes: TimelineChange[];
  /** The service's reason for refusing, in its own words. */
  message?: string;
};

/** Proof of what was submitted, as far as this desk can give it. */
export type ReceiptView = {
  submissionId: string;
  /** When the agent pressed "Submit" here. */
  submittedAt: string;
  submittedBy: string;
  /** Every request that was sent with it, oldest first, and the response status, if any. */
  sent: { at: string; answered?: number }[];
  /** When this desk learned that the portal had accepted it, how, and under which number. */
  acceptedAt: string;
  acceptedBy: 'answer' | 'search' | 'admin';
  number: string;
  /** When the portal created the lead, by its own clock; absent if unknown. */
  portalCreatedAt?: string;
};

/**
 * Changes made here that the portal confirmed as saved. `unconfirmed`: no read has shown them yet. `missing`:
 * the portal still shows the previous values.
 */
export type SavedEditView = {
  id: number;
  state: 'unconfirmed' | 'missing';
  savedAt: string;
  fields: FieldText[];
};

/** The data of the lead page, as of `readAt`. */
export type LeadView = {
  id: string;
  name: string;
  /** The answer to the company field, if the form has one. */
  company?: string;
  value?: number;
  currency?: string;
  status: string;
  /** How admins want statuses shown. */
  statusOverrides: StatusOverrides;
  statusSince: string;
  agentName: string;
  organizationName: string;
  submittedAt: string;
  changedAt: string;
  confirmedAt: string;
  readAt: string;
  serviceDown?: ServiceDown;
  /** Set when the lead is deleted in the portal. */
  deletedAt?: string;
  editable: boolean;
  /** Since when the lead has been waiting for a first answer; absent once the vendor answered. */
  waitingSince?: string;
  /** In the admins' order, including unanswered ones: what the portal last confirmed. */
  fields: GroupedFieldText[];
  /** Saved changes that are not in `fields`. */
  savedEdits: SavedEditView[];
  /** Newest first. */
  timeline: TimelineEntry[];
  /** Only for leads submitted from this desk. */
  receipt?: ReceiptView;
};

/** The data of the page of one submission. */
export type SubmissionView = {
  id: string;
  name: string;
  agentName: string;
  submittedAt: string;
  readAt: string;
  answers: GroupedFieldText[];
} & (
  | {
      state: 'queued' | 'sending' | 'review' | 'held';
      /** How often it has been sent. */
      attempts: number;
      /** When it was last sent; absent if never. */
      attemptedAt?: string;
      /** The desk was down: the portal is searched for the lead before it is sent. */
      isSearchedFirst?: true;
    }
  | {
      state: 'settling';
      attempts: number;
      attemptedAt: string;
      /** The response status; absent if no answer arrived. */
      answered?: number;
      /** How often the portal has been searched for it since, without finding it. */
      searches: number;
      /** When the next search is due; absent if it is due now and waits for the portal. */
      nextSearchAt?: string;
    }
  | { state: 'accepted'; acceptedAt: string; leadId: string }
  | {
      state: 'refused' | 'returned';
      refusedAt: string;
      /** In the words of the service, or of the admin who returned it; absent if none. */
      reason?: string;
      fieldErrors: { label: string; message: string }[];
      /** The corrected lead that replaced it; without an id if the viewer may not open that one. */
      replacement?: { submissionId?: string };
    }
);
