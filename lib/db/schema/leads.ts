import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import type { Answer } from '@/lib/forms/field';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Puts what this desk learns and does in one order, across all processes and whatever their clocks say. */
export const eventOrder = pgSequence('event_order');

/** The mirror: our copy of the portal's leads, one row each. */
export const leads = pgTable(
  'leads',
  {
    id: text().primaryKey(),
    organizationId: text().notNull(),
    agentId: text().notNull(),
    status: text().notNull(),
    /** When the service first reported the present status, as far as this desk can know. */
    statusSince: timestamp({ withTimezone: true }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    value: numeric({ mode: 'number' }),
    /** Everything the service sent, as `{ standard, custom }`. */
    record: jsonb().$type<{ standard: Record<string, unknown>; custom: Record<string, unknown> }>().notNull(),
    /** When this desk first read it, by its own clock. */
    firstSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When this desk first wrote it down: what came of an attempt is later than the attempt. */
    firstSeenOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    /** When it was submitted on this desk, if it was: then `submittedAt` is that moment, and not the portal's. */
    submittedHereAt: timestamp({ withTimezone: true }),
    /** The service's own `createdAt`, if it sent one. */
    portalCreatedAt: timestamp({ withTimezone: true }),
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** The service's own `updatedAt`, if it sent one: the apply guard compares it. */
    serviceUpdatedAt: timestamp({ withTimezone: true }),
    /** When the read that this row comes from began. */
    readStartedAt: timestamp({ withTimezone: true }).notNull(),
    /** The same moment in the order of `event_order`: which of two reads began first is for it to say, and for no clock. */
    readOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    /** When the service last confirmed this row. */
    confirmedAt: timestamp({ withTimezone: true }).notNull(),
    /** Known from rows of the list alone, never read by itself: what the list leaves out is not known. */
    fromList: boolean().notNull().default(false),
    /** To be read by itself, after a row of the list that may not tell all. */
    wantsRead: boolean().notNull().default(false),
    /** What that row left out of what is known here, as `lib/leads/listed` names fields. */
    leftOut: text().array().notNull().default([]),
    /** The tombstone: when the service first answered that the lead is gone. */
    deletedAt: timestamp({ withTimezone: true }),
    /** Lower case by the rules of JavaScript: what PostgreSQL does with an umlaut depends on how it was set up. */
    sortName: text().notNull(),
    searchWords: text().array().notNull(),
    sortValue: doublePrecision()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(value::double precision, '-infinity')`),
    search: tsvector().generatedAlwaysAs(sql`array_to_tsvector(search_words)`),
  },
  (table) => [
    index('leads_org_submitted').on(table.organizationId, table.submittedAt, table.id),
    index('leads_org_changed').on(table.organizationId, table.changedAt, table.id),
    index('leads_org_name').on(table.organizationId, table.sortName, table.id),
    index('leads_org_value').on(table.organizationId, table.sortValue, table.id),
    index('leads_org_status').on(table.organizationId, table.status, table.submittedAt, table.id),
    index('leads_agent_submitted').on(table.organizationId, table.agentId, table.submittedAt, table.id),
    index('leads_first_seen').on(table.firstSeenOrder),
    index('leads_wants_read').on(table.readOrder).where(sql`wants_read`),
    index('leads_search').using('gin', table.search),
  ],
);

/**
 * Counts and sums per agent and status, kept by a trigger on `leads` in the same transaction, so that the
 * tiles cost the same at 1,000 and at 1,000,000 leads.
 */
export const leadTotals = pgTable(
  'lead_totals',
  {
    organizationId: text().notNull(),
    agentId: text().notNull(),
    status: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    value: numeric({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.agentId, table.status] })],
);

/** What a timeline entry tells; the detail's shape depends on the kind. */
export type TimelineDetail = {
  from?: string;
  to?: string;
  /**
   * Fields that changed: the label each had, and its values as text; several values as lists, too. Entries written
   * before the id was kept have none.
   */
  fields?: {
    id?: string;
    label: string;
    from: string;
    to: string;
    fromValues?: string[];
    toValues?: string[];
  }[];
  /** Of a move: the fields that changed with it. Shown to nobody. */
  fieldIds?: string[];
  message?: string;
};

export const TIMELINE_KINDS = [
  'submitted',
  'accepted',
  'refused',
  'first-seen',
  'status-changed',
  'fields-changed',
  'edited',
  'deleted',
  'revived',
  'reassigned',
] as const;

/** What happened to a lead, in the order this desk learned it. */
export const timeline = pgTable(
  'timeline',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    leadId: text(),
    /** Whose submission it tells of: who may see that one may see this entry. */
    submissionId: text(),
    /**
     * Whose the lead was when the portal showed this. A lead may move to another owner, and what it held before is
     * none of theirs. Null, without a submission: shown to nobody.
     */
    organizationId: text(),
    agentId: text(),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text({ enum: TIMELINE_KINDS }).notNull(),
    /** The person who did it; null where the portal did. */
    personId: text(),
    detail: jsonb().$type<TimelineDetail>().notNull().default({}),
  },
  (table) => [
    index('timeline_lead').on(table.leadId, table.id),
    index('timeline_submission').on(table.submissionId, table.id),
  ],
);

/** One field of an edit; null: no answer. */
export type AnswerChange = [fieldId: string, before: Answer | null, after: Answer | null];

/**
 * Edits on their way to the service, written before the PATCH: whichever read first shows the new values, ours
 * or one that a webhook caused, the timeline names the person who made them. One that the service answered to have
 * saved is kept until a read shows it.
 */
export const pendingEdits = pgTable(
  'pending_edits',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    leadId: text().notNull(),
    personId: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    fieldIds: jsonb().$type<string[]>().notNull(),
    /** What the fields held before, and what was sent. Lists and not an object: a fieldId may be `__proto__`. */
    changes: jsonb().$type<AnswerChange[]>().notNull().default([]),
    /** The service's `updatedAt` before the change, and in its answer to it; null where it told none. */
    serviceUpdatedAt: timestamp({ withTimezone: true }),
    answeredUpdatedAt: timestamp({ withTimezone: true }),
    /** When the service answered that it saved the change. */
    savedAt: timestamp({ withTimezone: true }),
    /** When we gave up waiting for a read that shows it: the portal holds something else. */
    missingAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('pending_edits_lead').on(table.leadId)],
);

/**
 * Leads as the service tells them that could not be applied, one row each: a single one stops neither a page nor
 * a sweep. The row goes when the lead is applied. It holds nothing of the lead but its number.
 */
export const unappliedLeads = pgTable(
  'unapplied_leads',
  {
    /** SHA-256 of the lead's number: the number itself may be too long for an index. */
    digest: text().primaryKey(),
    leadId: text().notNull(),
    /** PostgreSQL's error code, as `54000`, or the name of another error. */
    reason: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: timestamp({ withTimezone: true }).notNull(),
    /** When the last reading of it began that could not be applied. */
    lastAt: timestamp({ withTimezone: true }).notNull(),
    /** The same moment in the order of `event_order`. */
    lastOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
  },
  (table) => [index('unapplied_leads_last').on(table.lastAt)],
);

/**
 * Leads about which the portal contradicts itself, for an admin to look into. `still-there`: it told that the lead was
 * deleted, and still shows it. `vanished`: it took the lead from this desk and has it no longer, and no deletion was heard of.
 */
export const leadConflicts = pgTable(
  'lead_conflicts',
  {
    leadId: text().notNull(),
    kind: text({ enum: ['still-there', 'vanished'] }).notNull(),
    foundAt: timestamp({ withTimezone: true }).notNull(),
    /** When an admin said that it is settled; the row stays, so that the same is not told again. */
    dismissedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.kind] }),
    index('lead_conflicts_open').on(table.foundAt).where(sql`dismissed_at is null`),
  ],
);
