import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What was removed or emptied, by kind; only kinds of which there was something. */
export type ErasedCounts = Record<string, number>;

/** A lead whose person was erased, and whether the portal had deleted it by then. */
export type ErasedLead = { id: string; isDeleted: boolean };

/**
 * The certificates of erasures: what was erased here about whom, without saying about whom. Kept for ever, because they
 * prove that it was done.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: text().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The admin, by id and by their address at the time. */
    personId: text().notNull(),
    email: text().notNull(),
    /** SHA-256 of the id, a line break and the erased address: only who knows both can tell whose it is. */
    digest: text().notNull(),
    counts: jsonb().$type<ErasedCounts>().notNull(),
    /** The leads that the portal may still hold. */
    leads: jsonb().$type<ErasedLead[]>().notNull(),
    /** The same as a compact JWS, signed like a receipt; null if it could not be signed. */
    code: text(),
  },
  (table) => [index('erasures_at').on(table.at, table.id)],
);

/**
 * The ids of submissions whose person was erased, and of the forms and drafts that they came from: nothing that is posted
 * from these again is sent. Ids alone, made at random. Kept for ever: a browser may post a form again at any time.
 */
export const erasedSubmissions = pgTable(
  'erased_submissions',
  {
    id: text().primaryKey(),
    formId: text(),
    draftId: text(),
  },
  (table) => [
    index('erased_submissions_form').on(table.formId).where(sql`form_id is not null`),
    index('erased_submissions_draft').on(table.draftId).where(sql`draft_id is not null`),
  ],
);
