import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

/**
 * Pending work, at most one row per (topic, key). Enqueuing again raises `generation`; a finished job is
 * deleted only if its generation has not changed since it began.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    topic: text().notNull(),
    key: text().notNull(),
    /** Lower runs first, among jobs that are due. */
    priority: smallint().notNull().default(1),
    /**
     * The owner of the work: owners take turns, among jobs of one topic and priority. Null if it is not
     * shared.
     */
    owner: text(),
    /** The turn in which it runs: each owner has one job per round, in the order they were enqueued. */
    round: bigint({ mode: 'number' }).notNull().default(0),
    payload: jsonb().notNull(),
    generation: integer().notNull().default(1),
    /** When the work was first enqueued, since it was last done. */
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The same moment in the order of `event_order`. */
    requestedOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    runAt: timestamp({ withTimezone: true }).notNull(),
    /** Claims since the work was last done: the backoff grows with it. */
    attempts: integer().notNull().default(0),
    /** How many of these ended in an unexpected error: too many and the job is dead. */
    failures: integer().notNull().default(0),
    lease: text(),
    leaseUntil: timestamp({ withTimezone: true }),
    lastError: text(),
    /** Set when a retry cannot help; a person can requeue it. */
    deadAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique('jobs_once').on(table.topic, table.key),
    // In the order of the claim, which reads no further than it takes.
    index('jobs_ready')
      .on(table.topic, table.priority, table.round, table.runAt, table.id)
      .where(sql`dead_at is null`),
    index('jobs_owner')
      .on(table.topic, table.priority, table.owner, table.round)
      .where(sql`owner is not null and dead_at is null`),
  ],
);

/** The progress of the owners of this kind of work: the highest round with a finished job. */
export const jobRounds = pgTable(
  'job_rounds',
  {
    topic: text().notNull(),
    priority: smallint().notNull(),
    round: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.priority] })],
);

/** Heartbeats of this desk's workers: one row, 'worker', for all of them, and one per host. */
export const heartbeats = pgTable('heartbeats', {
  id: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
  /**
   * For 'worker' it only ever rises, including with each attempt: a lower value than before means another,
   * older database.
   */
  count: bigint({ mode: 'number' }).notNull(),
  /** The fingerprint of the `APP_SECRET` that this worker uses; null on the embedded database. */
  secret: text(),
});
