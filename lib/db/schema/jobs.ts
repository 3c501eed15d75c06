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
    /** Whose work it is: owners take turns, among jobs of one topic and priority. Null if nobody shares it. */
    owner: text(),
    /** The turn in which it goes: each owner has one job per round, in the order in which they were asked for. */
    round: bigint({ mode: 'number' }).notNull().default(0),
    payload: jsonb().notNull(),
    generation: integer().notNull().default(1),
    /** When the work was first asked for, since it was last done. */
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The same moment in the order of `event_order`. */
    askedOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    runAt: timestamp({ withTimezone: true }).notNull(),
    /** Claims since the work was last done: the back-off grows with it. */
    attempts: integer().notNull().default(0),
    /** Of these, how many ended in an unexpected error: too many and the job is dead. */
    failures: integer().notNull().default(0),
    lease: text(),
    leaseUntil: timestamp({ withTimezone: true }),
    lastError: text(),
    /** Set when trying again cannot help; a person can requeue it. */
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

/** How far the owners of this kind of work have got: the highest round of which a job is done. */
export const jobRounds = pgTable(
  'job_rounds',
  {
    topic: text().notNull(),
    priority: smallint().notNull(),
    round: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.priority] })],
);

/** The signs that workers of this desk run: one row, 'worker', of all of them, and one of each host. */
export const heartbeats = pgTable('heartbeats', {
  id: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
  /** Of 'worker', only ever rises, with each attempt too: who finds it lower than before has another, older database. */
  count: bigint({ mode: 'number' }).notNull(),
});
