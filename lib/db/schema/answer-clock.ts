import { date, index, numeric, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';

/** What was measured: the time to the first answer, or the time in one status. */
export const ANSWER_TIME_KINDS = ['answer', 'status'] as const;

const timesOf = () => ({
  kind: text({ enum: ANSWER_TIME_KINDS }).notNull(),
  /** The owner of the lead when the portal showed the change that ended it. */
  organizationId: text().notNull(),
  /** The status that the lead left; empty for a first answer. */
  status: text().notNull(),
  /** The Monday, in UTC, of the week in which it ended. */
  week: date({ mode: 'string' }).notNull(),
});

/**
 * Each time that was measured, written by a trigger on `leads`: what one lead contributes to the histograms, so that
 * it can be taken back. Kept as long as the history of leads, of which it is a part; nothing in it is personal.
 */
export const answerSpans = pgTable(
  'answer_spans',
  {
    ...{ leadId: text().notNull(), endedAt: timestamp({ withTimezone: true }).notNull() },
    ...{ ...timesOf(), agentId: text().notNull() },
    /** Its length: an eighth of a doubling, as in `lib/answer-clock/bucket.ts`. */
    bucket: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.kind, table.endedAt] })],
);

/** How many there are of each length in a week, in one number: `lib/core/packed-counts.ts`. */
const histogram = () => ({ ...timesOf(), counts: numeric().notNull() });

/** Of each agent, kept by a trigger on `answer_spans`: medians cost the same with any number of leads. */
export const agentHistograms = pgTable(
  'agent_histograms',
  { ...histogram(), agentId: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.kind, table.status, table.week, table.agentId] }),
  ],
);

/** The same without agents, kept by the same trigger: what a report on a whole organization, or on all, adds up. */
export const organizationHistograms = pgTable('organization_histograms', histogram(), (table) => [
  primaryKey({ columns: [table.organizationId, table.kind, table.week, table.status] }),
  index('organization_histograms_week').on(table.kind, table.week),
]);
