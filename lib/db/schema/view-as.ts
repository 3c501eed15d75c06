import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { people, sessions } from './people';

/** How an admin's look at the desk as another person ended. `access`: one of the two may no longer. */
export const VIEW_ENDS = ['stopped', 'signed-out', 'expired', 'access'] as const;

/** An admin sees the desk as a person, read only. The session stays the admin's. */
export const viewAs = pgTable(
  'view_as',
  {
    id: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Null once it is over. A session sees the desk as one person at a time. */
    sessionId: text()
      .unique()
      .references(() => sessions.id, { onDelete: 'set null' }),
    /** Whose desk is seen, and who may read why. */
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    /** From then on it is over, whether or not it was ended. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
    ended: text({ enum: VIEW_ENDS }),
  },
  (table) => [
    index('view_as_admin').on(table.adminId),
    index('view_as_person').on(table.personId, table.startedAt),
    index('view_as_started').on(table.startedAt),
    check('view_as_other', sql`${table.adminId} <> ${table.personId}`),
    check('view_as_ended', sql`(${table.endedAt} is null) = (${table.ended} is null)`),
  ],
);
