import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Translations } from '@/lib/core/language';
import type { Answer } from '@/lib/forms/field';

/** The content of a timeline entry; the detail's shape depends on the kind. */
export type TimelineDetail = {
  from?: string;
  to?: string;
  /** Changed fields: their labels at the time, and their values as text; several values as lists, too. */
  fields?: {
    id: string;
    label: string;
    /** The label in other languages, by language code. */
    labels?: Translations;
    from: string;
    to: string;
    fromValues?: string[];
    toValues?: string[];
  }[];
  /** For a move: the fields that changed with it. Never shown. */
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
  'restored',
  'reassigned',
] as const;

/** The history of a lead, in the order this desk learned it. */
export const timeline = pgTable(
  'timeline',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    leadId: text(),
    /** The submission it is about: people who may see that may see this entry. */
    submissionId: text(),
    /**
     * The lead's owner when the portal showed this. A lead may move to another owner, who must not see
     * earlier entries. Null, without a submission: never shown.
     */
    organizationId: text(),
    agentId: text(),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text({ enum: TIMELINE_KINDS }).notNull(),
    /** The person who did it; null if it was the portal. */
    personId: text(),
    /** How long the lead was in the status that it left, in milliseconds, if that is known. */
    tookMs: bigint({ mode: 'number' }),
    detail: jsonb().$type<TimelineDetail>().notNull().default({}),
  },
  (table) => [
    index('timeline_lead').on(table.leadId, table.id),
    index('timeline_submission').on(table.submissionId, table.id),
    index('timeline_org_took').on(table.organizationId, table.at).where(sql`took_ms is not null`),
    index('timeline_all_took').on(table.at).where(sql`took_ms is not null`),
  ],
);

/** One field of an edit; null: no answer. */
export type AnswerChange = [fieldId: string, before: Answer | null, after: Answer | null];

/**
 * Edits on their way to the service, stored before the PATCH: whichever read first shows the new values, ours
 * or one triggered by a webhook, the timeline names the person who made them. An edit that the service
 * confirmed is kept until a read shows it.
 */
export const pendingEdits = pgTable(
  'pending_edits',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    leadId: text().notNull(),
    personId: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    fieldIds: jsonb().$type<string[]>().notNull(),
    /**
     * The fields' values before the change, and the values sent. Lists and not an object: a fieldId may be
     * `__proto__`.
     */
    changes: jsonb().$type<AnswerChange[]>().notNull().default([]),
    /** The service's `updatedAt` before the change, and in its response to it; null if it sent none. */
    serviceUpdatedAt: timestamp({ withTimezone: true }),
    responseUpdatedAt: timestamp({ withTimezone: true }),
    /** When the service confirmed the change. */
    savedAt: timestamp({ withTimezone: true }),
    /** When we stopped waiting for a read that shows it: the portal has another value. */
    missingAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('pending_edits_lead').on(table.leadId)],
);
