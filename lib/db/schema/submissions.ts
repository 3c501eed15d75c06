import {
  bigint,
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
 * proves it. `similar`: none fits, and some that came in since share answers with it. `resent`: sent twice, and no
 * lead found either time. `created`: the service said that it made the lead, and it
 * was not found. `taken`: that lead came of another submission.
 * `turned-away`: something that is not the service refuses it, for a day by now. `unseen`: the service could not be
 * searched. `pair`: the service refused the organization and agent that it was sent for, and an admin corrects them.
 */
export type Evidence = {
  reason:
    | 'several'
    | 'unlike'
    | 'similar'
    | 'resent'
    | 'created'
    | 'taken'
    | 'turned-away'
    | 'unseen'
    | 'pair';
  /** Leads that may have come of this submission. */
  leadIds: string[];
  /** By lead: the fields whose values it shares with the answers. */
  shared?: Record<string, string[]>;
  /** What the service said about the pair, if anything. */
  words?: string;
  /** An admin looked at these leads and sent the submission again: it became none of them. */
  ruledOut?: true;
};

/**
 * One request that was sent with this submission. `status` is what was answered, absent if nothing was; `words` is
 * what the answer said.
 */
export type AttemptFact = { at: string; status?: number; words?: string };

/** An agent's intent to create one lead; lives here from the moment "Submit" is pressed. */
export const submissions = pgTable(
  'submissions',
  {
    /** Made with the page or in the browser, and names one set of answers: the same id with others is asked about. */
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id),
    organizationId: text().notNull(),
    agentId: text().notNull(),
    schemaVersion: text().notNull(),
    answers: jsonb().$type<Answers>().notNull(),
    /** Of the answers, as `digestAnswers` makes it; null in rows from before there was one. */
    digest: text(),
    /** The form it was typed into, however often that was restored or duplicated; the id itself without scripts. */
    formId: text(),
    state: text({ enum: SUBMISSION_STATES }).notNull().default('queued'),
    /** The lease under which the present attempt runs; only its holder may settle the row. */
    lease: text(),
    attempts: integer().notNull().default(0),
    /** When the first attempt was about to be sent: a lead that came of any attempt is no older. */
    firstAttemptedAt: timestamp({ withTimezone: true }),
    /** The same moment in the order of `event_order`: leads that were written down before are no candidates. */
    firstAttemptOrder: bigint({ mode: 'number' }),
    /** When the present attempt was about to be sent. */
    attemptedAt: timestamp({ withTimezone: true }),
    /** Every attempt that may have arrived, oldest first. */
    attemptLog: jsonb().$type<AttemptFact[]>().notNull().default([]),
    /** Set where the database may be older than what was sent: it is looked for from then on, before it is sent. */
    searchFrom: timestamp({ withTimezone: true }),
    /** The present attempt, or the restore after it, in the order of `event_order`: only sweeps begun later count. */
    searchOrder: bigint({ mode: 'number' }),
    /** Complete looks at the service, since the present attempt, that found no lead of this submission. */
    emptyLooks: integer().notNull().default(0),
    /** Why a person has to decide, or will have to if no lead is found, and what they can decide by. */
    evidence: jsonb().$type<Evidence>(),
    leadId: text(),
    /** How the desk learned which lead it became: the answer to the request, a search, or an admin's word. */
    acceptedBy: text({ enum: ['answer', 'search', 'admin'] }),
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
    index('submissions_form').on(table.personId, table.formId),
    /** No two submissions may claim one lead. */
    uniqueIndex('submissions_lead').on(table.leadId),
  ],
);
