import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Answers } from '@/lib/forms/field';
import { agents, people } from './people';

export const SUBMISSION_STATES = ['queued', 'sending', 'settling', 'review', 'refused', 'accepted'] as const;

export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/**
 * Why the service refused, in its words, and which fields it named. Or, `byAdmin`, why an admin of this desk gave
 * a submission back whose outcome stayed unclear, in theirs.
 */
export type Refusal = { message?: string; fieldErrors: Record<string, string>; byAdmin?: true };

/**
 * Why the desk cannot decide alone. `several`: more than one lead fits. `unlike`: one may fit and nothing
 * proves it. `resent`: sent twice, and no lead found either time. `created`: the service said that it made the
 * lead, its answer could not be read, and no lead was found. `unseen`: the service could not be searched.
 */
export type Evidence = {
  reason: 'several' | 'unlike' | 'resent' | 'created' | 'unseen';
  /** Leads that may have come of this submission. */
  leadIds: string[];
};

/** An agent's intent to create one lead; lives here from the moment "Submit" is pressed. */
export const submissions = pgTable(
  'submissions',
  {
    /** Made with the page, so that a second click or a second tab is the same row. */
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id),
    organizationId: text().notNull(),
    agentId: text().notNull(),
    schemaVersion: text().notNull(),
    answers: jsonb().$type<Answers>().notNull(),
    state: text({ enum: SUBMISSION_STATES }).notNull().default('queued'),
    /** The lease under which the present attempt runs; only its holder may settle the row. */
    lease: text(),
    attempts: integer().notNull().default(0),
    /** When the first attempt was about to be sent: a lead that came of any attempt is no older. */
    firstAttemptedAt: timestamp({ withTimezone: true }),
    /** When the present attempt was about to be sent. */
    attemptedAt: timestamp({ withTimezone: true }),
    /** Complete looks at the service, since the present attempt, that found no lead of this submission. */
    emptyLooks: integer().notNull().default(0),
    /** Why a person has to decide, or will have to if no lead is found, and what they can decide by. */
    evidence: jsonb().$type<Evidence>(),
    leadId: text(),
    refusal: jsonb().$type<Refusal>(),
    /** The corrected submission that took the place of this refused one. */
    replacedBy: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    settledAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.agentId],
      foreignColumns: [agents.organizationId, agents.id],
    }),
    index('submissions_owner').on(table.organizationId, table.agentId, table.state),
    /** No two submissions may claim one lead. */
    uniqueIndex('submissions_lead').on(table.leadId),
  ],
);
