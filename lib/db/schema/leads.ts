import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { hasKey, listKeys, matchKeys } from './known';

/** Orders what this desk learns and does, across all processes and independent of their clocks. */
export const eventOrder = pgSequence('event_order');

/** Since when a lead waits that is pending: for its first response, or since it was opened again. */
const waitingSince = sql`(case when first_response_at is null then submitted_at else status_since end)`;

/** Tombstones are in no list. */
const isListed = sql`deleted_at is null`;
const isWaiting = sql`status = 'pending' and ${isListed}`;
type Columns = Parameters<ReturnType<typeof index>['on']>;
const listed = (name: string, ...columns: Columns) =>
  index(name)
    .on(...columns)
    .where(isListed);

/** The mirror: our copy of the portal's leads, one row each. */
export const leads = pgTable(
  'leads',
  {
    id: text().primaryKey(),
    organizationId: text().notNull(),
    agentId: text().notNull(),
    status: text().notNull(),
    /** When the service first reported the current status, as far as this desk knows. */
    statusSince: timestamp({ withTimezone: true }).notNull(),
    /**
     * That `statusSince` is when the status changed, and no guess: see `lib/response-times/track-status`, also of the
     * next two.
     */
    sinceKnown: boolean().notNull().default(false),
    /**
     * When the portal changed the status for the first time; the latest time at which it may have, if that was before
     * this desk read the lead. Null: it has not.
     */
    firstResponseAt: timestamp({ withTimezone: true }),
    /** That `firstResponseAt` is when the portal first responded, and no guess. */
    responseKnown: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    value: numeric({ mode: 'number' }),
    /** The answer to the company field, if the form has one; derived from `record` by the field's role. */
    company: text(),
    /** Everything the service sent, as `{ standard, custom }`. */
    record: jsonb().$type<{ standard: Record<string, unknown>; custom: Record<string, unknown> }>().notNull(),
    /** When this desk first read it, by its own clock. */
    firstSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When this desk first stored it: a lead that an attempt created is later than the attempt. */
    firstSeenOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    /** When it was submitted on this desk, if it was: then `submittedAt` is this time, not the portal's. */
    submittedHereAt: timestamp({ withTimezone: true }),
    /** The service's own `createdAt`, if it sent one. */
    portalCreatedAt: timestamp({ withTimezone: true }),
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** The service's own `updatedAt`, if it sent one: the apply guard compares it. */
    serviceUpdatedAt: timestamp({ withTimezone: true }),
    /** When the read that this row comes from began. */
    readStartedAt: timestamp({ withTimezone: true }).notNull(),
    /**
     * The same moment in the order of `event_order`, which decides which of two reads began first; clocks do
     * not.
     */
    readOrder: bigint({ mode: 'number' }).notNull().default(sql`nextval('event_order')`),
    /** When the service last confirmed this row. */
    confirmedAt: timestamp({ withTimezone: true }).notNull(),
    /** Known from list rows only, never read individually: fields that the list omits are unknown. */
    fromList: boolean().notNull().default(false),
    /** To be read individually, after a list row that may be incomplete. */
    needsRead: boolean().notNull().default(false),
    /** The known fields that this row omitted, named as in `lib/leads/listed`. */
    omittedFields: text().array().notNull().default([]),
    /** The tombstone: when the service first answered that the lead is gone. */
    deletedAt: timestamp({ withTimezone: true }),
    /**
     * When an admin had its person erased. From then on the row holds nothing of them, whatever the service still shows:
     * see `lib/leads/without-person`.
     */
    erasedAt: timestamp({ withTimezone: true }),
    /** Lower case by the rules of JavaScript: PostgreSQL's handling of an umlaut depends on its locale. */
    sortName: text().notNull(),
    /**
     * `0` and the company in lower case, or `1` without one: those come last. The person's name decides among
     * equals.
     */
    sortCompany: text().notNull(),
    /** The words to find it by, each after a space, and their grams: see `lib/leads/search-words`. */
    searchText: text().notNull(),
    searchGrams: integer().array().notNull(),
    ...matchKeys(),
    sortValue: doublePrecision()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(value::double precision, '-infinity')`),
  },
  (table) => {
    return [
      // An organization has each order of the list as an index. Of an agent, a status or some days its rows are compared
      // in that order, or sorted: so many are there in one organization.
      // Submissions are also compared with deleted leads, by the time of submission.
      index('leads_org_submitted').on(table.organizationId, table.submittedAt, table.id),
      listed('leads_org_changed', table.organizationId, table.changedAt, table.id),
      listed('leads_org_name', table.organizationId, table.sortName, table.id),
      listed('leads_org_company', table.organizationId, table.sortCompany, table.sortName, table.id),
      listed('leads_org_value', table.organizationId, table.sortValue, table.id),
      listed('leads_org_status', table.organizationId, table.status, table.submittedAt, table.id),
      index('leads_agent_submitted').on(table.organizationId, table.agentId, table.submittedAt, table.id),
      // Those that wait, the longest first: of all organizations, and of one. What the second one excludes besides is
      // excluded by queries of one organization alone: those of all would choose it, and sort what they read.
      index('leads_waiting').on(waitingSince, table.id).where(isWaiting),
      index('leads_org_waiting')
        .on(table.organizationId, waitingSince, table.id)
        .where(sql`${isWaiting} and organization_id <> ''`),
      // For reports: of one organization, and of all. They read no lead beside.
      listed(
        'leads_org_report',
        ...[table.organizationId, table.submittedAt, table.agentId, table.status, table.value],
      ),
      listed('leads_all_report', table.submittedAt, table.organizationId, table.status, table.value),
      index('leads_org_responses').on(table.organizationId, table.firstResponseAt).where(sql`response_known`),
      index('leads_all_responses').on(table.firstResponseAt).where(sql`response_known`),
      // The admins' list of all organizations.
      listed('leads_all_submitted', table.submittedAt, table.id),
      listed('leads_all_status', table.status, table.submittedAt, table.id),
      listed('leads_all_value', table.sortValue, table.id),
      index('leads_first_seen').on(table.firstSeenOrder),
      // Of all organizations, and of deleted leads too: for erasure.
      index('leads_email').on(table.knownEmail).where(hasKey('email')),
      index('leads_needs_read').on(table.readOrder).where(sql`needs_read`),
      // Changes wait beside the index until they reach a number of kB, and every search reads them all: with the usual
      // 4 MB a search of 12,000 leads would rather read the whole table.
      index('leads_search')
        .using('gin', table.searchGrams)
        .with({ gin_pending_list_limit: 128 })
        .where(isListed),
      ...listKeys(table).map(([name, column]) =>
        index(`leads_known_${name}`)
          .on(table.organizationId, column, table.agentId, table.submittedAt)
          .where(sql`${isListed} and ${hasKey(name)}`),
      ),
    ];
  },
);
