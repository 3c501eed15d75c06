import { boolean, foreignKey, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Someone who can sign in here. */
export const people = pgTable('people', {
  id: text().primaryKey(),
  /** Lower case; the identity a sign-in proves. */
  email: text().notNull().unique(),
  name: text().notNull(),
  isAdmin: boolean().notNull().default(false),
  /** A demo person signs in without a password, and only where `DEMO=true`. */
  isDemo: boolean().notNull().default(false),
  disabledAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** A sign-in that is still good. Deleting the row ends it at the next request, whatever the cookie says. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_person').on(table.personId)],
);

/** A partner company, known by the service's id; admins give it a name. */
export const organizations = pgTable('organizations', {
  id: text().primaryKey(),
  name: text(),
  seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
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
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/** Who acts for whom. The foreign key makes an agent of another organization impossible to assign. */
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
  ],
);
