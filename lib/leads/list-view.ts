import type { ServiceDown } from '@/lib/connection/health';
import type { LeadsQuery } from '@/lib/core/leads-query';
import type { AnswerColumn, Density, ListColumn } from '@/lib/core/preferences';
import type { StatusOverrides } from '@/lib/core/status-labels';
import type { FieldText } from '@/lib/forms/answer-text';
import type { Waiting } from '@/lib/response-times/waiting';

/** What the list of leads shows: plain, serialisable values, in the form that `view.ts` describes. */

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
  /** Absent once the vendor answered. */
  waiting?: Waiting;
  /** The viewer has unread notices of it. */
  isUnread?: boolean;
};

export type AnswersInColumns = Partial<Record<AnswerColumn, FieldText>>;

/**
 * The state of a submission that is not a lead yet. `blocked`: the portal refused the ids it was sent for, and
 * an admin must correct them. `returned`: refused by an admin of this desk.
 */
export type PendingState =
  | 'queued'
  | 'sending'
  | 'confirming'
  | 'review'
  | 'blocked'
  | 'refused'
  | 'returned';

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
  isUnread?: boolean;
};

/** A status, and how many leads have it. */
export type StatusCount = { status: string; count: number };

/** A column that the person may choose, and whether they did. */
export type OfferedColumn = { isShown: boolean } & (
  | { column: Exclude<ListColumn, AnswerColumn>; label?: undefined }
  /** With the label of its field. */
  | { column: AnswerColumn; label: string }
);

/** A name for filters and an order of the list. */
export type SavedView = {
  id: string;
  name: string;
  query: LeadsQuery;
  /** Everyone of the organization has it. */
  isShared: boolean;
  /** The viewer saved it. */
  isOwn: boolean;
  /** The viewer may rename and delete it. */
  mayChange: boolean;
  /** Who saved it. */
  ownerName: string;
};

/** An agent that a manager may filter by. */
export type AgentChoice = { id: string; name: string };

/** What a person has not read yet: each lead, submission, import and draft counts once, and who they act for. */
export type Unread = {
  count: number;
  /** How many of them are leads and submissions: what a list of leads can show. */
  onLeads: number;
  /**
   * The notices themselves, latest first, of which one lead may have several: what the bell and its page count. Reading
   * all of them reads none that came later.
   */
  ids: readonly number[];
  /** Older ones are not counted. */
  isCapped: boolean;
  /** How many leads moved, and their value together, by the status that they have now. */
  moved: { status: string; count: number; value: number }[];
  /** Refused submissions. */
  refused: number;
  /** Leads that the portal created for the people they are shown to. */
  added: number;
  /** Leads that the portal gave to another agent: to the person, or in a manager's organization. */
  reassigned: number;
  /** Submissions that became leads after they had to wait. */
  accepted: number;
  /** Submissions that wait for an admin's decision. */
  review: number;
  /** Leads whose details the portal changed, and nothing else. */
  changed: number;
  /** Drafts that will be deleted soon. */
  drafts: number;
  /** 1 if who the person acts for has changed. */
  access: number;
  leadIds: ReadonlySet<string>;
  submissionIds: ReadonlySet<string>;
};

/** The data of the dashboard, as of `readAt`. */
export type LeadsPage = {
  query: LeadsQuery;
  /** An admin sees it as the viewer: nothing that changes or takes along anything is offered. */
  isReadOnly: boolean;
  /** How admins want statuses shown. */
  statusOverrides: StatusOverrides;
  rows: LeadRow[];
  /**
   * Submissions that are not leads yet: those that need correction, then those on their way. Only on page 1
   * and only if no filter excludes them; with `show: 'needs-correction'`, one page of those alone; with
   * `show: 'unread'`, those with unread notices.
   */
  pending: PendingRow[];
  /** The viewer's refused submissions that are not corrected yet: all of them, and those that match the filters. */
  needCorrection: { all: number; matching: number };
  /** What the viewer has not read yet. */
  unread: Unread;
  /** The statuses of all leads the viewer may see; the numbers follow the other filters. */
  statuses: StatusCount[];
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
  /** What the file of the import filtered by was called; '' for pasted cells. Absent if it is not there any more. */
  importName?: string;
  /** The views this person may choose from. */
  views: SavedView[];
  /** How long a first response usually takes; absent until enough is known. */
  usualWaitMs?: number;
  /** When this was read from our database. */
  readAt: string;
  /** When the service last confirmed the data shown; absent before the first answer. */
  confirmedAt?: string;
  /** Since when the service has not answered or has refused the desk's key; absent while it works. */
  serviceDown?: ServiceDown;
};
