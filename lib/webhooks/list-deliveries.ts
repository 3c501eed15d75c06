import 'server-only';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { cutPage, type Listed, MAX_LISTED, orderBy, rowsAfter, toListed, total } from '@/lib/db/paging';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { webhookDeliveries, webhookQuarantine, webhookReceivers } from '@/lib/db/schema/webhooks';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import { LEAD_REFRESH, REFETCH_REASONS } from '@/lib/sync/refresh';

/**
 * The outcome of a delivery. `read`: its lead was read and is in the mirror. `gone`: the portal says that it
 * was deleted. `unknown`: the portal never had it. `waiting`: a read or refetch is scheduled. `failing`: it
 * could not be read. `ignored`: this desk does not use its topic.
 */
export const OUTCOMES = ['read', 'gone', 'unknown', 'waiting', 'failing', 'ignored'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One delivery, with the current state of its lead, which is not stored with the delivery. */
export type DeliveryRow = {
  id: number;
  topic: string;
  leadId: string;
  /** Of the lead as it is here now: its company, else its person; absent if it is not here or has neither. */
  leadName: string | null;
  /** When it happened according to the service, in its own notation. */
  timestamp: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  outcome: Outcome;
  readAt: Date | null;
  deletedAt: Date | null;
  /** The next scheduled read, if there is one. */
  requestedAt: Date | null;
  nextTryAt: Date | null;
  givenUpAt: Date | null;
  lastError: string | null;
};

/** A place in the list: the last row of the previous page. */
export type DeliveryPlace = { lastAt: Date; id: number };

export type DeliveryQuery = {
  topic?: string;
  outcome?: Outcome;
  leadId?: string;
  since?: Date;
  until?: Date;
  after?: DeliveryPlace;
};

export const DELIVERIES_PER_PAGE = 50;

const ORDER = [webhookDeliveries.lastAt, webhookDeliveries.id];

const positionOf = ({ lastAt, id }: DeliveryPlace) => [
  sql.param(lastAt, webhookDeliveries.lastAt),
  sql.param(id, webhookDeliveries.id),
];

const isFailing = sql`(${jobs.deadAt} is not null
  or (${jobs.lastError} is not null and ${jobs.lastError} not in (${REFETCH_REASONS.missing}, ${REFETCH_REASONS.older})))`;

/** A tombstone with the time of its row belongs to a lead that was never read. */
const outcome = sql<Outcome>`case
  when ${webhookDeliveries.topic} not in (${sql.join([...WEBHOOK_TOPICS], sql`, `)}) then 'ignored'
  when ${jobs.id} is not null and ${isFailing} then 'failing'
  when ${jobs.id} is not null then 'waiting'
  when ${leads.id} is null or ${leads.deletedAt} = ${leads.submittedAt} then 'unknown'
  when ${leads.deletedAt} is not null then 'gone'
  else 'read' end`;

/** One page of the newest deliveries that match, with the place where the next page begins. */
export async function listDeliveries(
  db: Db,
  query: DeliveryQuery,
): Promise<{ rows: DeliveryRow[]; next?: DeliveryPlace }> {
  const rows = await db
    .select({
      id: webhookDeliveries.id,
      topic: webhookDeliveries.topic,
      leadId: webhookDeliveries.leadId,
      leadName: sql<
        string | null
      >`coalesce(${leads.company}, nullif(trim(concat(${leads.firstName}, ' ', ${leads.lastName})), ''), nullif(${leads.email}, ''))`,
      timestamp: webhookDeliveries.timestamp,
      count: webhookDeliveries.count,
      firstAt: webhookDeliveries.firstAt,
      lastAt: webhookDeliveries.lastAt,
      outcome,
      readAt: leads.readStartedAt,
      deletedAt: leads.deletedAt,
      requestedAt: jobs.requestedAt,
      nextTryAt: jobs.runAt,
      givenUpAt: jobs.deadAt,
      lastError: jobs.lastError,
    })
    .from(webhookDeliveries)
    .leftJoin(jobs, and(eq(jobs.topic, LEAD_REFRESH), eq(jobs.key, webhookDeliveries.leadId)))
    .leftJoin(leads, eq(leads.id, webhookDeliveries.leadId))
    .where(matching(query))
    .orderBy(...orderBy(ORDER, 'desc'))
    .limit(DELIVERIES_PER_PAGE + 1);
  const { page, hasMore } = cutPage(rows, DELIVERIES_PER_PAGE);
  return { rows: page, next: hasMore ? page.at(-1) : undefined };
}

function matching(query: DeliveryQuery): SQL | undefined {
  const { topic, leadId, since, until, after } = query;
  const { lastAt } = webhookDeliveries;
  return and(
    topic ? eq(webhookDeliveries.topic, topic) : undefined,
    // The index on leads begins with the topic.
    leadId
      ? and(eq(webhookDeliveries.leadId, leadId), inArray(webhookDeliveries.topic, [...WEBHOOK_TOPICS]))
      : undefined,
    since ? gte(lastAt, since) : undefined,
    until ? lt(lastAt, until) : undefined,
    query.outcome ? eq(outcome, query.outcome) : undefined,
    after ? rowsAfter({ columns: ORDER, direction: 'desc', position: positionOf(after) }) : undefined,
  );
}

/** A signed delivery that could not be parsed, with the beginning of its bytes. */
export type QuarantinedRow = {
  id: number;
  topic: string | null;
  head: Uint8Array;
  size: number;
  count: number;
  firstAt: Date;
};

/** Enough to identify it; the rest stays in the database. */
const HEAD_BYTES = 200;

/** The deliveries with a valid signature and an unreadable body, newest first, for admins only. */
export async function listQuarantined(db: Db): Promise<Listed<QuarantinedRow>> {
  const rows = await db
    .select({
      id: webhookQuarantine.id,
      topic: webhookReceivers.topic,
      head: sql<Uint8Array>`substring(${webhookQuarantine.body} from 1 for ${sql.raw(`${HEAD_BYTES}`)})`,
      size: sql<number>`octet_length(${webhookQuarantine.body})`,
      count: webhookQuarantine.count,
      firstAt: webhookQuarantine.firstAt,
      total,
    })
    .from(webhookQuarantine)
    .leftJoin(webhookReceivers, eq(webhookReceivers.id, webhookQuarantine.receiverId))
    .orderBy(desc(webhookQuarantine.id))
    .limit(MAX_LISTED);
  return toListed(rows, ({ total: _total, ...row }) => row);
}
