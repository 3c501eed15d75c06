import { bigserial, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { bytea } from './bytea';

/** One of our receiver URLs and the service's subscription that posts to it (interface 2.4). */
export const webhookReceivers = pgTable('webhook_receivers', {
  /** The random last part of the URL, created before the subscription. */
  id: text().primaryKey(),
  topic: text().notNull(),
  url: text().notNull(),
  /** The service's id; null until the subscription exists. */
  subscriptionId: text(),
  /** Sealed signing secret; null until the subscription exists. */
  secret: text(),
  lastDeliveryAt: timestamp({ withTimezone: true }),
  /**
   * The receiver that this one replaces: both are accepted until the new one has received a valid delivery.
   */
  replaces: text(),
  /** When it was retired: its subscription is deleted next. Deliveries on their way are accepted for a while. */
  retiredAt: timestamp({ withTimezone: true }),
  /** Deliveries with an invalid signature: written in batches after a while, never once per delivery. */
  rejected: integer().notNull().default(0),
  lastRejectedAt: timestamp({ withTimezone: true }),
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
    /** As the service wrote it: PostgreSQL may not be able to store it as a date. */
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

/** Validly signed deliveries that we cannot process, kept as raw bytes. */
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
