import { bigint, date, index, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What a sum is of: the leads submitted on one day, or in the seven days from a Monday, in UTC. */
export const SUM_UNITS = ['day', 'week'] as const;

const sums = () => ({
  organizationId: text().notNull(),
  unit: text({ enum: SUM_UNITS }).notNull(),
  /** The first day. */
  start: date().notNull(),
  status: text().notNull(),
  count: bigint({ mode: 'number' }).notNull(),
  value: numeric({ mode: 'number' }).notNull(),
});

/**
 * Leads of an organization by when they were submitted and the status they have now, kept by a trigger on `leads`. There
 * are never more rows than leads; they end with the desk.
 */
export const organizationSums = pgTable('organization_sums', sums(), (table) => [
  primaryKey({ columns: [table.organizationId, table.unit, table.start, table.status] }),
  // Of all organizations.
  index('organization_sums_start').on(table.unit, table.start),
]);

/** The same for each agent. */
export const agentSums = pgTable('agent_sums', { ...sums(), agentId: text().notNull() }, (table) => [
  primaryKey({ columns: [table.organizationId, table.unit, table.start, table.agentId, table.status] }),
]);
