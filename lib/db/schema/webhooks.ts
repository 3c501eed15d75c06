import {
  bigserial,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** One of our receiver addresses and the subscription in the service that posts to it (interface 2.4). */
export const webhookReceivers = pgTable('webhook_receivers', {
  /** The random last part of the address, made before the subscription is. */
  id: text().primaryKey(),
  topic: text().notNull(),
  url: text().notNull(),
  /** The service's id; null until the subscription exists. */
  subscriptionId: text(),
  /** Sealed signing secret; null until the subscription exists. */
  secret: text(),
  /** The legacy signature counts here only if an admin said so, and never again after a first valid v2. */
  legacyAllowed: boolean().notNull().default(false),
  lastDeliveryAt: timestamp({ withTimezone: true }),
  /** The receiver whose place this one takes: both count until the new one has proved itself. */
  replaces: text(),
  /** When its subscription was deleted; what is still under way to it counts for a while. */
  retiredAt: timestamp({ withTimezone: true }),
  /** Deliveries whose signature was wrong: written a while after they came, never because one came. */
  refused: integer().notNull().default(0),
  lastRefusedAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Verified deliveries. A repeat of the same (topic, lead, timestamp) bumps the counter. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    receiverId: text().notNull(),
    topic: text().notNull(),
    leadId: text().notNull(),
    /** As the service wrote it: it may be no date that PostgreSQL can hold. */
    timestamp: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: timestamp({ withTimezone: true }).notNull(),
    lastAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    unique('webhook_deliveries_once').on(table.topic, table.leadId, table.timestamp),
    index('webhook_deliveries_last').on(table.lastAt),
  ],
);

/** Validly signed deliveries that say nothing we can act on, kept as the bytes they were. */
export const webhookQuarantine = pgTable(
  'webhook_quarantine',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    receiverId: text().notNull(),
    /** SHA-256 of the bytes: a redelivery is the same row. */
    digest: text().notNull(),
    body: bytea().notNull(),
    count: integer().notNull().default(1),
    firstAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [unique('webhook_quarantine_once').on(table.receiverId, table.digest)],
);
