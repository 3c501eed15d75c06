import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { people } from './people';
import type { TIMELINE_KINDS } from './timeline';

/** The history entries that people are told of. */
export const NOTICE_KINDS = [
  'status-changed',
  'first-seen',
  'reassigned',
  'refused',
  'accepted',
] as const satisfies (typeof TIMELINE_KINDS)[number][];

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/**
 * What a person is told of: one row for each person and history entry, written by a trigger on `timeline` in the
 * same transaction, so that none is lost or doubled. What it says is read from the history, as far as the person may
 * see that today.
 */
export const notices = pgTable(
  'notices',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    timelineId: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    /** The lead it is about; null for a refused submission. */
    leadId: text(),
    submissionId: text(),
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
    index('notices_at').on(table.at),
  ],
);
