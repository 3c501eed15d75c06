import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';

/**
 * Work that must happen. One row per (topic, key) for ever: asking again raises `generation`, finishing sets
 * `done` to the generation that was seen when the work began. There is work while `generation > done`.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    topic: text().notNull(),
    key: text().notNull(),
    payload: jsonb().notNull(),
    generation: integer().notNull().default(1),
    done: integer().notNull().default(0),
    runAt: timestamp({ withTimezone: true }).notNull(),
    /** Claims since the work was last finished: the back-off grows with it. */
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
    index('jobs_open').on(table.runAt).where(sql`generation > done and dead_at is null`),
  ],
);
