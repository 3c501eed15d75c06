import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { drafts } from './drafts';
import { imports } from './imports';
import { people } from './people';
import type { TIMELINE_KINDS } from './timeline';

/** The history entries that people are told of. */
export const ENTRY_KINDS = [
  'status-changed',
  'first-seen',
  'reassigned',
  'refused',
  'accepted',
  'fields-changed',
] as const satisfies (typeof TIMELINE_KINDS)[number][];

/** What else people are told of: it has no entry in the history of a lead. */
export const OTHER_KINDS = ['review', 'import-finished', 'draft-expires', 'access-changed'] as const;

export const NOTICE_KINDS = [...ENTRY_KINDS, ...OTHER_KINDS] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** For whom a person acted at a moment, in the names of that moment: later names may be none of their business. */
export type AccessThen = {
  organizationId: string;
  organization: string;
  agentId: string;
  agent: string;
  role: 'agent' | 'manager';
};

/** How a membership changed. Without `before` it was given, without `after` it was removed. */
export type AccessChange = { before?: AccessThen; after?: AccessThen };

/**
 * What a person is told of: one row for each person and event, written in the same transaction, so that none is lost or
 * doubled: by `lib/timeline`, and by the job that deletes drafts.
 * What it says is read when it is shown, as far as the person may see that today.
 */
export const notices = pgTable(
  'notices',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The history entry; null for what has none. */
    timelineId: bigint({ mode: 'number' }),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    /** The lead it is about; null for what is about a submission that is no lead, or about no lead at all. */
    leadId: text(),
    submissionId: text(),
    importId: text().references(() => imports.id, { onDelete: 'cascade' }),
    draftId: text().references(() => drafts.id, { onDelete: 'cascade' }),
    /** Of a changed membership. */
    access: jsonb().$type<AccessChange>(),
    /** When this desk learned of it. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null: unread. */
    readAt: timestamp({ withTimezone: true }),
    /** Null: not sent by mail, and not chosen to be left out. */
    mailedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('notices_entry').on(table.personId, table.timelineId),
    index('notices_person').on(table.personId, table.id),
    index('notices_unread').on(table.personId, table.id).where(sql`read_at is null`),
    index('notices_unmailed')
      .on(table.personId, table.kind, table.at)
      .where(sql`read_at is null and mailed_at is null`),
    index('notices_lead').on(table.leadId),
    index('notices_submission').on(table.submissionId).where(sql`submission_id is not null`),
    index('notices_import').on(table.importId).where(sql`import_id is not null`),
    // A draft's person is warned once.
    uniqueIndex('notices_draft').on(table.draftId, table.personId).where(sql`draft_id is not null`),
    index('notices_at').on(table.at),
  ],
);
