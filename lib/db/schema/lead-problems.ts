import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Leads received from the service that could not be applied, one row each: one such lead stops neither a page
 * nor a full sync. The row is deleted when the lead is applied, or when a full sync finds it nowhere. It contains
 * nothing of the lead but its number.
 */
export const quarantinedLeads = pgTable(
  'quarantined_leads',
  {
    /** SHA-256 of the lead's number: the number itself may be too long for an index. */
    digest: text().primaryKey(),
    leadId: text().notNull(),
    /** PostgreSQL's error code, for example `54000`, or the name of another error. */
    reason: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: timestamp({ withTimezone: true }).notNull(),
    /** When the last read that could not be applied began. */
    lastAt: timestamp({ withTimezone: true }).notNull(),
    /** The same moment in the order of `event_order`. */
    lastOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
  },
  (table) => [index('quarantined_leads_last').on(table.lastAt)],
);

/**
 * Leads about which the portal contradicts itself, for an admin to check. `still-there`: the portal reported
 * the lead deleted, and still shows it. `vanished`: it accepted the lead from this desk and no longer has it,
 * and no deletion was received.
 */
export const leadConflicts = pgTable(
  'lead_conflicts',
  {
    leadId: text().notNull(),
    kind: text({ enum: ['still-there', 'vanished'] }).notNull(),
    foundAt: timestamp({ withTimezone: true }).notNull(),
    /** When an admin resolved it; the row stays, so that it is not reported again. */
    dismissedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.kind] }),
    index('lead_conflicts_open').on(table.foundAt).where(sql`dismissed_at is null`),
  ],
);
