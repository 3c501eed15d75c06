import { sql } from 'drizzle-orm';
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
import { hasKey, listKeys, matchKeys } from './known';
import { agents, people } from './people';

export const SUBMISSION_STATES = [
  'queued',
  'sending',
  'confirming',
  'review',
  'refused',
  'accepted',
] as const;

export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** Those of a submission that has no outcome yet. */
export const OPEN_STATES = ['queued', 'sending', 'confirming', 'review'] as const satisfies SubmissionState[];

/**
 * Why the service refused, in its words, and which fields it named. Or, with `byAdmin`, why an admin of this
 * desk returned a submission with an unclear outcome, in theirs.
 */
export type Refusal = { message?: string; fieldErrors: Record<string, string>; byAdmin?: true };

/**
 * Why the desk cannot decide alone. `several`: more than one lead matches. `unlike`: one may match and
 * nothing proves it. `similar`: none matches, and some newer ones share answers with it. `resent`: sent
 * twice, and no lead found either time. `created`: the service reported that it created the lead, and it was
 * not found. `taken`: that lead belongs to another submission. `rejected-by-gateway`: something other than the
 * service has refused it for a day. `unseen`: the service could not be searched. `owner`: the service refused
 * the organization and agent it was sent for, and an admin has to correct them.
 */
export type Evidence = {
  reason:
    | 'several'
    | 'unlike'
    | 'similar'
    | 'resent'
    | 'created'
    | 'taken'
    | 'rejected-by-gateway'
    | 'unseen'
    | 'owner';
  /** Leads that this submission may have created. */
  leadIds: string[];
  /** By lead: the fields whose values match the answers. */
  shared?: Record<string, string[]>;
  /** The service's message about the owner, if any. */
  message?: string;
  /** An admin checked these leads and sent the submission again: it created none of them. */
  ruledOut?: true;
};

/**
 * One request sent with this submission. `status` is absent without a response; `message` is the
 * response's.
 */
export type AttemptFact = { at: string; status?: number; message?: string };

/** An agent's intent to create one lead; stored from the moment "Submit" is pressed. */
export const submissions = pgTable(
  'submissions',
  {
    /**
     * Created with the page or in the browser, and names one set of answers: the same id with other answers
     * needs a confirmation.
     */
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id),
    organizationId: text().notNull(),
    agentId: text().notNull(),
    schemaVersion: text().notNull(),
    answers: jsonb().$type<Answers>().notNull(),
    /** Of the answers, as `digestAnswers` makes it; null in rows from before digests existed. */
    digest: text(),
    /** The form it was typed into, even if restored or duplicated; the id itself without scripts. */
    formId: text(),
    /** The draft it was typed as: a save of it that arrives late finds that it is submitted. */
    draftId: text(),
    /** The people it was transferred from. */
    draftTransferredFrom: text().array(),
    state: text({ enum: SUBMISSION_STATES }).notNull().default('queued'),
    /** The lease of the current attempt; only its holder may change the row. */
    lease: text(),
    attempts: integer().notNull().default(0),
    /** When the first attempt was about to be sent: a lead created by any attempt is no older. */
    firstAttemptedAt: timestamp({ withTimezone: true }),
    /** The same moment in the order of `event_order`: leads stored before it are no candidates. */
    firstAttemptOrder: bigint({ mode: 'number' }),
    /** When the current attempt was about to be sent. */
    attemptedAt: timestamp({ withTimezone: true }),
    /** Every attempt that may have arrived, oldest first. */
    attemptLog: jsonb().$type<AttemptFact[]>().notNull().default([]),
    /**
     * Set if the database may be older than what was sent: from then on it is searched for before it is sent.
     */
    searchFrom: timestamp({ withTimezone: true }),
    /**
     * The current attempt, or the restore after it, in the order of `event_order`: only later full syncs count.
     */
    searchOrder: bigint({ mode: 'number' }),
    /** Complete searches of the service, since the current attempt, that found no lead of this submission. */
    emptySearches: integer().notNull().default(0),
    /** Why a person has to decide, or will have to if no lead is found, and the evidence for the decision. */
    evidence: jsonb().$type<Evidence>(),
    leadId: text(),
    /**
     * How the desk learned which lead it became: the response to the request, a search, or an admin's
     * decision.
     */
    acceptedBy: text({ enum: ['response', 'search', 'admin'] }),
    refusal: jsonb().$type<Refusal>(),
    /** The corrected submission that replaced this refused one. */
    replacedBy: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    completedAt: timestamp({ withTimezone: true }),
    ...matchKeys(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.agentId],
      foreignColumns: [agents.organizationId, agents.id],
    }),
    index('submissions_owner').on(table.organizationId, table.agentId, table.state),
    // Few at a time, of all that were ever sent: what waits for a correction is on every page.
    index('submissions_to_correct')
      .on(table.organizationId, table.agentId)
      .where(sql`state = 'refused' and replaced_by is null`),
    index('submissions_form').on(table.personId, table.formId),
    index('submissions_draft').on(table.draftId).where(sql`draft_id is not null`),
    // For erasure: all that are about one person.
    index('submissions_email').on(table.knownEmail).where(hasKey('email')),
    index('submissions_replaced').on(table.replacedBy).where(sql`replaced_by is not null`),
    /** No two submissions may claim one lead. */
    uniqueIndex('submissions_lead').on(table.leadId),
    // As soon as there is a lead, that one is found.
    ...listKeys(table).map(([name, column]) =>
      index(`submissions_known_${name}`)
        .on(table.organizationId, column, table.createdAt)
        .where(sql`lead_id is null and ${hasKey(name)}`),
    ),
  ],
);
