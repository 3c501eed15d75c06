import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { DraftField } from '@/lib/forms/draft-fields';
import { people } from './people';

/** What a person typed into a form and has not sent. Never a consent, nothing sensitive. */
export const drafts = pgTable(
  'drafts',
  {
    /** Created with the page, or in the browser. */
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The people it was transferred from, who may have its form open, and when: its time began again. */
    transferredFrom: text().array(),
    transferredAt: timestamp({ withTimezone: true }),
    /** The person's membership when it was last saved, or handed over. */
    organizationId: text().notNull(),
    agentId: text().notNull(),
    /** The lead that it changes; null for a new lead. */
    leadId: text(),
    /** The refused submission that it corrects. */
    replaces: text(),
    /** The revision of the lead's answers that the form was rendered from. */
    basis: text(),
    /** The version of the form that it was typed into, with the language and time zone of numbers and times. */
    schemaVersion: text().notNull(),
    locale: text().notNull(),
    timeZone: text().notNull(),
    fields: jsonb().$type<DraftField[]>().notNull(),
    /** Names this state; chosen by who saved it, so that a save whose answer was lost is recognised. */
    revision: text().notNull(),
    /** Where it was last saved, such as Chrome on Windows; null if unknown. */
    browser: text(),
    system: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('drafts_person').on(table.personId, table.organizationId),
    index('drafts_agent').on(table.organizationId, table.agentId),
    index('drafts_age').on(table.updatedAt),
  ],
);
