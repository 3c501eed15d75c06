import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { DEFAULT_DIGEST_HOUR, type NoticeMailChoices } from '@/lib/core/notice-mails';
import { DENSITIES } from '@/lib/core/preferences';

/** A person who can sign in here. */
export const people = pgTable(
  'people',
  {
    id: text().primaryKey(),
    /** Lower case; the identity that a sign-in proves. */
    email: text().notNull().unique(),
    name: text().notNull(),
    /** The language they chose; null follows their browser. */
    locale: text(),
    /** The columns they chose for the list of leads; null until they choose. */
    listColumns: text().array(),
    listDensity: text({ enum: DENSITIES }).notNull().default('comfortable'),
    /** Single keys do something (WCAG 2.1.4: they can be switched off). */
    shortcuts: boolean().notNull().default(true),
    /** What of their notices is sent by mail, where they chose something else than the default. */
    noticeMails: jsonb().$type<NoticeMailChoices>().notNull().default({}),
    /** When their daily mail comes: the full hour by their clock. */
    digestHour: smallint().notNull().default(DEFAULT_DIGEST_HOUR),
    /** When notices were last sent to them by mail. */
    noticeMailAt: timestamp({ withTimezone: true }),
    /** The IANA time zone of the device they last used; null: not known yet. */
    timeZone: text(),
    /** The IANA time zone they chose; null follows their device. */
    chosenTimeZone: text(),
    isAdmin: boolean().notNull().default(false),
    /** A demo person signs in without a password, and only where `DEMO=true`. */
    isDemo: boolean().notNull().default(false),
    /**
     * Issuer and subject of the company sign-in that proved the address first: no other account replaces it.
     */
    oidcSubject: text().unique(),
    disabledAt: timestamp({ withTimezone: true }),
    /** When an invitation was last requested; null if none was. */
    invitedAt: timestamp({ withTimezone: true }),
    /** Null: has never signed in. */
    lastSignInAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('people_digest_hour', sql`${table.digestHour} between 0 and 23`)],
);

/** An active session. Deleting the row ends it at the next request, regardless of the cookie. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    method: text({ enum: ['oidc', 'mail', 'demo'] })
      .notNull()
      .default('demo'),
    /** The browser and system that it was begun with, as far as they named themselves. */
    browser: text(),
    system: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Written at most once a minute: an unused session expires. */
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_person').on(table.personId)],
);

/** A partner company, known by the service's id; admins give it a name. */
export const organizations = pgTable('organizations', {
  id: text().primaryKey(),
  name: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** A partner user credited for leads, known by the service's ids. */
export const agents = pgTable(
  'agents',
  {
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    id: text().notNull(),
    name: text(),
    /** Lower case, set by an admin: domain rules choose an agent by it. The service provides no addresses. */
    email: text(),
    /** When the service first showed the owner on a lead; null if it was only entered by an admin. */
    verifiedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('agents_email').on(table.organizationId, table.email),
  ],
);

/** People with an address in this domain belong to this organization, as the agent with that address. */
export const domainRules = pgTable('domain_rules', {
  /** Lower case, without the at sign. */
  domain: text().primaryKey(),
  organizationId: text()
    .notNull()
    .references(() => organizations.id),
  role: text({ enum: ['agent', 'manager'] }).notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** The agent each person acts for. The foreign key prevents assigning an agent of another organization. */
export const memberships = pgTable(
  'memberships',
  {
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .unique()
      .references(() => people.id, { onDelete: 'cascade' }),
    organizationId: text().notNull(),
    agentId: text().notNull(),
    role: text({ enum: ['agent', 'manager'] }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.agentId],
      foreignColumns: [agents.organizationId, agents.id],
    }),
    index('memberships_agent').on(table.organizationId, table.agentId),
  ],
);

/** A requested sign-in link. Valid once, for minutes, in the browser that requested it. */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    id: text().primaryKey(),
    /** SHA-256 of the token in the link: a reader of this table cannot sign in. */
    tokenHash: text().notNull().unique(),
    /** The token, sealed, until the mail is written. */
    sealedToken: text(),
    email: text().notNull(),
    /** SHA-256 of the secret in the cookie of the browser that requested it. */
    browserHash: text().notNull(),
    /** Where on this desk to go afterwards. */
    callbackUrl: text().notNull(),
    /** The language of the request, for the mail. */
    locale: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('sign_in_links_expiry').on(table.expiresAt)],
);
