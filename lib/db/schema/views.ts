import { boolean, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { people } from './people';

/** A name for a set of filters of the list. There is no purge: each person and each organization has few, and deletes them. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text().primaryKey(),
    /** Who saved it. */
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Their organization at that time: for whoever leaves it, the view is gone. */
    organizationId: text().notNull(),
    name: text().notNull(),
    /** The filters and the order, as in the address of the list. */
    params: jsonb().$type<Record<string, string>>().notNull(),
    /** Everyone of the organization has it. */
    isShared: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('saved_views_person').on(table.personId, table.organizationId),
    index('saved_views_organization').on(table.organizationId, table.isShared),
  ],
);
