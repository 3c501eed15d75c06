import { bigserial, boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { StatusTexts } from '@/lib/core/default-labels';
import { TONES } from '@/lib/core/status-labels';
import type { FieldTexts } from '@/lib/forms/field-overrides';
import { FIELD_ROLES } from '@/lib/forms/field-roles';
import { bytea } from './bytea';

/** The audit log. Append-only: a trigger refuses everything else. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The person who acted, by id and by their address at the time; null if the desk acted automatically. */
    personId: text(),
    email: text(),
    /** What was done, for example `people.invited`. */
    event: text().notNull(),
    /** What it was done to, for example `submission sub_…` or an email address. */
    subject: text().notNull(),
    detail: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [
    index('audit_log_event').on(table.event, table.id),
    index('audit_log_person').on(table.personId, table.id),
  ],
);

/** An admin's overrides for a field of the portal's form. Null means unchanged. */
export const fieldSettings = pgTable('field_settings', {
  fieldId: text().primaryKey(),
  label: text(),
  help: text(),
  /** The heading of the field's group. */
  groupName: text(),
  position: integer(),
  /** Only an optional field can be hidden: the portal would refuse leads without a required one. */
  hidden: boolean().notNull().default(false),
  /** What the field is used as; null: as guessed. */
  role: text({ enum: FIELD_ROLES }),
  /** The texts in other languages than the desk's own, by language code. */
  translations: jsonb().$type<Record<string, FieldTexts>>().notNull().default({}),
});

/** An admin's overrides for one of the vendor's statuses. */
export const statusSettings = pgTable('status_settings', {
  status: text().primaryKey(),
  /** The texts in the desk's own language. */
  texts: jsonb().$type<StatusTexts>().notNull().default({}),
  tone: text({ enum: TONES }),
  /** The place in the list of all statuses. */
  position: integer(),
  /** The texts in other languages than the desk's own, by language code. */
  translations: jsonb().$type<Record<string, StatusTexts>>().notNull().default({}),
});

/** Other choices of the admins, and facts learned about the portal; one row each, by name. */
export const deskSettings = pgTable('desk_settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull(),
});

/** Pictures of the brand, drawn anew by us. Pages name them by digest, so that a browser may keep them for ever. */
export const brandImages = pgTable('brand_images', {
  /** The beginning of the SHA-256 of the bytes, in hex. */
  digest: text().primaryKey(),
  /** A PNG. */
  bytes: bytea().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});

/** Rate limits by the theoretical arrival time of the next event (GCRA): one row per limit and subject. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** The limit and its subject; the subject is hashed. */
    key: text().primaryKey(),
    nextAt: timestamp({ withTimezone: true }).notNull(),
    /** The number of refusals since it was last allowed, where that is counted. */
    refused: integer().notNull().default(0),
  },
  (table) => [index('rate_limits_next').on(table.nextAt)],
);

/** An outgoing mail; deleted once the mail server has accepted it, or it can no longer be sent. */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    /** The kind of mail, for example `invitation`. */
    kind: text().notNull(),
    /** Recipient, subject and texts, sealed: a mail may contain a sign-in link. */
    sealed: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Whom it notifies: they get no second such mail while it waits. */
    personId: text(),
    /** The notices it is about, to be compared before it is tried again. */
    mailedNotices: jsonb().$type<MailedNotices>(),
  },
  (table) => [index('mails_person').on(table.personId)],
);

/** The notices that a mail is about, their kinds, and whether it names leads. */
export type MailedNotices = { ids: readonly number[]; kinds: string[]; isNamed: boolean };
