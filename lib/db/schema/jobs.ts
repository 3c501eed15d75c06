import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

/**
 * Work that must happen, one row per (topic, key) while there is any. Asking again raises `generation`; a job
 * whose work is done for the generation that was seen when it began is deleted.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    topic: text().notNull(),
    key: text().notNull(),
    /** Lower goes first, among jobs whose time has come. */
    priority: smallint().notNull().default(1),
    payload: jsonb().notNull(),
    generation: integer().notNull().default(1),
    /** When the work was first asked for, since it was last done. */
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    runAt: timestamp({ withTimezone: true }).notNull(),
    /** Claims since the work was last done: the back-off grows with it. */
    attempts: integer().notNull().default(0),
    /** Of these, how many ended in an error nobody foresaw: too many and the job is dead. */
    failures: integer().notNull().default(0),
    lease: text(),
    leaseUntil: timestamp({ withTimezone: true }),
    lastError: text(),
    /** Set when trying again cannot help; a person can requeue it. */
    deadAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique('jobs_once').on(table.topic, table.key),
    index('jobs_open').on(table.priority, table.runAt).where(sql`dead_at is null`),
  ],
);

/** The sign that a worker of this desk runs; one row, `id` is always 'worker'. */
export const heartbeats = pgTable('heartbeats', {
  id: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
  /** Only ever rises: who finds it lower than before has another, older database. */
  count: bigint({ mode: 'number' }).notNull(),
});
