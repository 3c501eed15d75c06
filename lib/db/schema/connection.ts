import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { LeadSchema } from '@/lib/forms/field';

/**
 * Every version of the portal's form this desk has received; a submission names the version it was rendered
 * from.
 */
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
  /** Identifies the key and environment of the token without revealing them. */
  id: text().primaryKey(),
  sealed: text().notNull(),
  /** When it was requested: a refusal of a young token means something else than of an old one. */
  issuedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
});

/**
 * What all processes that use one key know about calling the service: one row, named by the key. `SharedState` in
 * lib/service/rate/shared-state.ts.
 */
export const serviceSharedState = pgTable('service_shared_state', {
  name: text().primaryKey(),
  state: jsonb().notNull(),
});

/** One full sync of the whole lead list, with the checkpoint to continue from after a restart. */
export const fullSyncs = pgTable(
  'full_syncs',
  {
    id: text().primaryKey(),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    /** The same moment in the order of `event_order`. */
    startedOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    /** Opaque position of the next page; null before the first. */
    checkpoint: text(),
    /** The number of pages read so far, in all passes: it only grows, and identifies the place. */
    pageCount: integer().notNull().default(0),
    /** The current pass over the list: a list that may have drifted between its pages is read again. */
    passes: integer().notNull().default(1),
    /**
     * The number of leads by the list's own count on every page of this pass; null if it has none, or
     * several.
     */
    total: integer(),
    /**
     * The newest `createdAt` known when this pass began; null in the first. A lead created earlier was missed
     * by the previous pass.
     */
    newestCreatedAt: timestamp({ withTimezone: true }),
    /**
     * Leads that suggest the list has drifted: in the first pass by being new or moved, later by having been
     * missed.
     */
    drifted: integer().notNull().default(0),
    /** Hashes of an earlier page's leads and of what it names as next: if one repeats, the list is a loop. */
    markedPage: text(),
    /** Leads of the list in this pass. */
    seen: integer().notNull().default(0),
    /** Leads that were missing or outdated here, in all passes. */
    repaired: integer().notNull().default(0),
    suspects: integer().notNull().default(0),
    /** Leads of the list in this pass that could not be applied. */
    quarantined: integer().notNull().default(0),
    /** Entries of the list in this pass that cannot be read as leads. */
    unreadable: integer().notNull().default(0),
    /** Leads missing from the list; each is read individually to check whether it is gone. */
    missing: text().array().notNull().default([]),
    /** Leads that the list has in an older state than is known here. */
    older: text().array().notNull().default([]),
    /** `checking`: read to its end, and complete if all missing leads turn out to be gone. */
    state: text({ enum: ['running', 'checking', 'complete', 'incomplete', 'stopped'] }).notNull(),
    detail: text(),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('full_syncs_started').on(table.startedAt),
    index('full_syncs_open').on(table.state).where(sql`state in ('running', 'checking')`),
  ],
);

/** When the desk last reached the service, and the start of an outage; one row, `id` is always 'service'. */
export const serviceHealth = pgTable('service_health', {
  id: text().primaryKey(),
  lastOkAt: timestamp({ withTimezone: true }),
  failingSince: timestamp({ withTimezone: true }),
  /** The kind of the last failure, for example `unavailable` or `auth`. */
  failure: text(),
});
