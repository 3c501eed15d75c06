import { bigserial, boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { TONES } from '@/lib/core/status-words';

/** What happened that somebody may have to answer for. Only ever added to: a trigger refuses everything else. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who did it, by id and by the address of that time; null where the desk did it by itself. */
    personId: text(),
    email: text(),
    /** What was done, as `people.invited`. */
    act: text().notNull(),
    /** What it was done to, as `submission sub_…` or an e-mail address. */
    subject: text().notNull(),
    detail: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [
    index('audit_log_act').on(table.act, table.id),
    index('audit_log_person').on(table.personId, table.id),
  ],
);

/** How an admin wants a field of the portal's form shown. What is null is as the portal has it. */
export const fieldSettings = pgTable('field_settings', {
  fieldId: text().primaryKey(),
  label: text(),
  help: text(),
  /** The heading the field stands under. */
  groupName: text(),
  position: integer(),
  /** Only an optional field can be hidden: the portal would refuse leads without a required one. */
  hidden: boolean().notNull().default(false),
});

/** How an admin wants a status of the vendor's shown. */
export const statusSettings = pgTable('status_settings', {
  status: text().primaryKey(),
  label: text(),
  tone: text({ enum: TONES }),
});

/** Other choices of the admins, and what was learned of the portal; one row each, by name. */
export const deskSettings = pgTable('desk_settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull(),
});

/** How often something was done lately, by the theoretical arrival time of the next (GCRA): one row per limit. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** What is limited and for whom; addresses are hashed. */
    key: text().primaryKey(),
    nextAt: timestamp({ withTimezone: true }).notNull(),
    /** How often it was refused since it was last allowed, where somebody counts that. */
    refused: integer().notNull().default(0),
  },
  (table) => [index('rate_limits_next').on(table.nextAt)],
);

/** A mail on its way out; deleted when the server has taken it. */
export const mails = pgTable('mails', {
  id: text().primaryKey(),
  /** What kind of mail, as `invitation`. */
  kind: text().notNull(),
  /** Recipient, subject and texts, sealed: a mail may hold a link that lets somebody in. */
  sealed: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});
