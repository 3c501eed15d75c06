import {
  bigint,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';

/** What a sum is of: the leads submitted on one day, or in the seven days from a Monday, in UTC. */
export const SUM_UNITS = ['day', 'week'] as const;

const sums = () => ({
  organizationId: text().notNull(),
  unit: text({ enum: SUM_UNITS }).notNull(),
  /** The first day. */
  start: date().notNull(),
  value: numeric({ mode: 'number' }).notNull(),
});

/**
 * Leads of an organization by when they were submitted and the status they have now, kept by a trigger on `leads`. There
 * are never more rows than leads; they end with the desk.
 */
export const organizationSums = pgTable(
  'organization_sums',
  { ...sums(), status: text().notNull(), count: bigint({ mode: 'number' }).notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.unit, table.start, table.status] }),
    // Of all organizations.
    index('organization_sums_start').on(table.unit, table.start),
  ],
);

/** The place of each status in the counts of an organization's agents, in the order in which leads first had them. */
export const statusPlaces = pgTable(
  'status_places',
  { organizationId: text().notNull(), status: text().notNull(), place: integer().notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.status] })],
);

/**
 * The same as `organization_sums` for each agent, in one row of all statuses: their leads are counted in one number
 * (`lib/core/packed-counts.ts`), of up to 64 statuses; a vendor that has more has more such parts.
 */
export const agentCounts = pgTable(
  'agent_counts',
  { ...sums(), agentId: text().notNull(), part: smallint().notNull(), counts: numeric().notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.unit, table.start, table.agentId, table.part] }),
  ],
);
