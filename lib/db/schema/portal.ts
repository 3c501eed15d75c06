import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LeadSchema } from '@/lib/forms/field';

/** Every version of the portal's form this desk has seen; a submission names the one it was drawn from. */
export const schemaVersions = pgTable('schema_versions', {
  version: text().primaryKey(),
  schema: jsonb().$type<LeadSchema>().notNull(),
  firstSeenAt: timestamp({ withTimezone: true }).notNull(),
});

/** The version in force; one row, `id` is always 'current'. */
export const schemaState = pgTable('schema_state', {
  id: text().primaryKey(),
  version: text()
    .notNull()
    .references(() => schemaVersions.version),
  checkedAt: timestamp({ withTimezone: true }).notNull(),
});

/** The access token shared by all processes, sealed (interface 5, rule 4). */
export const serviceTokens = pgTable('service_tokens', {
  /** Names the key and environment the token belongs to, without giving them away. */
  id: text().primaryKey(),
  sealed: text().notNull(),
  /** When it was asked for: a refusal means something else for a young token than for an old one. */
  issuedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
});

/**
 * What all processes share about calling the service: one row per class of calls, with its pace, its rest and
 * its retry budget, and one for the circuit breaker. Each is a small state that a pure function steps.
 */
export const serviceGates = pgTable('service_gates', {
  name: text().primaryKey(),
  state: jsonb().notNull(),
});

/** One reading of the whole lead list, with the checkpoint to go on from after a restart. */
export const sweeps = pgTable(
  'sweeps',
  {
    id: text().primaryKey(),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    /** The same moment in the order of `event_order`. */
    startedOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    /** Opaque position of the next page; null before the first. */
    checkpoint: text(),
    /** How many pages were read so far. */
    pageCount: integer().notNull().default(0),
    /** Which reading of the list this is: one that may have drifted between its pages is read again. */
    passes: integer().notNull().default(1),
    /** How many leads the list has by its own count on every page of this pass; null if it tells none, or several. */
    total: integer(),
    /** The newest `createdAt` known when this pass began: a lead made before was missed by the pass before. */
    newestCreatedAt: timestamp({ withTimezone: true }),
    /** Leads that show that the list may have drifted: in the first pass by coming or moving, later by having been missed. */
    slipped: integer().notNull().default(0),
    /** The hash of an earlier page: if it comes again, the list goes round in circles. */
    markedPage: text(),
    seen: integer().notNull().default(0),
    repaired: integer().notNull().default(0),
    suspects: integer().notNull().default(0),
    /** Leads of the list that could not be applied. */
    setAside: integer().notNull().default(0),
    /** Entries of the list that are no leads we can read. */
    unreadable: integer().notNull().default(0),
    /** Leads that the list did not have; whether they are gone is read one by one. */
    missing: text().array().notNull().default([]),
    /** Leads that the list has in an older state than is known here. */
    older: text().array().notNull().default([]),
    /** `checking`: read to its end, and complete if none of the missing leads is there after all. */
    state: text({ enum: ['running', 'checking', 'complete', 'incomplete', 'stopped'] }).notNull(),
    detail: text(),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('sweeps_started').on(table.startedAt),
    index('sweeps_open').on(table.state).where(sql`state in ('running', 'checking')`),
  ],
);

/** When the desk last reached the service, and since when it has not; one row, `id` is always 'service'. */
export const serviceHealth = pgTable('service_health', {
  id: text().primaryKey(),
  lastOkAt: timestamp({ withTimezone: true }),
  failingSince: timestamp({ withTimezone: true }),
  /** The kind of the last failure, as `unavailable` or `auth`. */
  failure: text(),
});
