import type { ServiceDown } from '@/lib/connection/health';
import type { StatusOverrides } from '@/lib/core/status-labels';
import type { TIMELINE_KINDS } from '@/lib/db/schema/timeline';
import type { FieldText } from '@/lib/forms/answer-text';
import type { FieldGroup } from '@/lib/forms/field-groups';
import type { Waiting } from '@/lib/response-times/waiting';

/**
 * What the lead pages show: plain, serialisable values, already restricted to what the viewer may see.
 * Queries build them, components only format them. Instants are ISO 8601 strings in UTC; money is a number in
 * the portal's unit with its ISO 4217 code if known.
 */

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
  acceptedBy: 'response' | 'search' | 'admin';
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
  /** Set when the lead's person was erased here: the answers are only in the portal. */
  erasedAt?: string;
  editable: boolean;
  /** Absent once the vendor answered. */
  waiting?: Waiting;
  /** How long a first response usually takes; absent until enough is known. */
  usualWaitMs?: number;
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
  /** The person's. */
  name: string;
  /** The answer to the company field, if the form has one. */
  company?: string;
  agentName: string;
  submittedAt: string;
  readAt: string;
  answers: GroupedFieldText[];
} & (
  | {
      state: 'queued' | 'sending' | 'confirming' | 'review' | 'blocked';
      /** How often it has been sent. */
      attempts: number;
      /** When it was last sent; absent if never. */
      attemptedAt?: string;
      /** The desk was down: the portal is searched for the lead before it is sent. */
      isSearchedFirst?: true;
    }
  | {
      state: 'accepted';
      acceptedAt: string;
      leadId: string;
      isErased: boolean;
      /** What the status of the lead means, if somebody says. */
      meaning?: string;
    }
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
