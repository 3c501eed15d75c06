import 'server-only';
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { type webhookDeliveries, webhookQuarantine, webhookReceivers } from '@/lib/db/schema/webhooks';
import { enqueueAll, type Work } from '@/lib/jobs/enqueue';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import { refreshWork } from '@/lib/sync/refresh';
import type { Notification } from './notification';
import { WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from './subscriptions';

/**
 * The delay of a read that only a repeated delivery requests, in milliseconds: copies arrive together, on a busy
 * machine within a second or two.
 */
const REPEAT_DELAY_MS = 2_000;
/** In a burst, a lead is read once no delivery of it has arrived for this long. */
const BURST_DELAY_MS = 1_000;
/** In a burst, a lead is read after this long even if deliveries continue. */
const MAX_BURST_DELAY_MS = 10_000;
/** The same event delivered this often is not a new edit but a repetition. */
const MAX_REPEATS = 10;
/**
 * While an event is repeated, its lead is read once the repetition is over, and at the latest after this long. Other
 * events are not delayed.
 */
const MAX_REPEAT_DELAY_MS = 60_000;

const loggedSchema = z.object({
  rows: z.array(
    z.object({ topic: z.string(), leadId: z.string(), timestamp: z.string(), count: z.number() }),
  ),
});

/** A delivery with a valid signature. */
export type Verified = {
  receiverId: string;
  now: Date;
  /** Its parsed body; undefined if unreadable, to be stored as raw bytes. */
  notification: Notification | undefined;
  body: Uint8Array;
  /** One of many deliveries of its lead in quick succession. */
  isBurst: boolean;
  /** The receiver must record this one as its last delivery. */
  isNoted: boolean;
  /** The first delivery to an address that replaces another: the service no longer posts to the other. */
  endsRotation: boolean;
};

/**
 * Stores a batch of deliveries in one transaction: logs each *and* marks its lead dirty. A repeat marks the
 * lead dirty again: it may be the second of two edits in one tick of the service's clock. A lead named
 * several times in one batch is marked once, since one snapshot after the commit covers all of them.
 *
 * Tables and rows are always taken in the same order, so that two processes do not deadlock.
 *
 * @returns how many of the deliveries were the first of their event, and how many unreadable; the others are repeats
 * @throws what the database throws; nothing is written then
 */
export async function commitDeliveries(db: Db, batch: readonly Verified[]) {
  const deliveries = rowsOf(batch.map(toDelivery));
  const unreadable = rowsOf(batch.map(toQuarantine));
  const receivers = rowsOf(batch.map(toNote));
  return await db.transaction(async (tx) => {
    const counts: Counts = deliveries.length > 0 ? await logDeliveries(tx, deliveries) : new Map();
    if (unreadable.length > 0) await quarantine(tx, unreadable);
    // Before the jobs, in the same order as admin actions on subscriptions.
    for (const note of receivers) await recordReceiver(tx, note);
    const endings = rowsOf(batch.map(toEnding));
    await enqueueAll(tx, [...rowsOf(batch.map((one) => toRefresh(one, counts))), ...endings]);
    const stored = [...counts.values()].filter(({ before }) => before === 0).length;
    return { stored, unreadable: batch.filter(({ notification }) => !notification).length };
  });
}

/** A row, its key in its table, and how two rows with the same key are merged. */
type Keyed<Row> = { key: string; row: Row; merge(earlier: Row): Row };

/** The rows ordered by key, with duplicates merged: a statement must not touch a row twice. */
function rowsOf<Row>(keyed: readonly (Keyed<Row> | undefined)[]): Row[] {
  const rows = new Map<string, Row>();
  for (const one of keyed) {
    if (!one) continue;
    const earlier = rows.get(one.key);
    rows.set(one.key, earlier ? one.merge(earlier) : one.row);
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** How often an event was delivered before a batch and with it, by its key. */
type Counts = ReadonlyMap<string, { before: number; inAll: number }>;

type DeliveryRow = Required<Omit<typeof webhookDeliveries.$inferInsert, 'id'>>;

function toDelivery({ receiverId, notification, now }: Verified): Keyed<DeliveryRow> | undefined {
  if (!notification) return undefined;
  const { id: leadId, topic, timestamp } = notification;
  return {
    key: keyOf({ topic, leadId, timestamp }),
    row: { receiverId, topic, leadId, timestamp, count: 1, firstAt: now, lastAt: now },
    merge: (earlier) => ({ ...earlier, count: earlier.count + 1, lastAt: now }),
  };
}

const keyOf = ({ topic, leadId, timestamp }: { topic: string; leadId: string; timestamp: string }) =>
  [topic, leadId, timestamp].join('\0');

/**
 * One query text for batches of any size, with one parameter: building and planning it costs less than the
 * rows.
 *
 * @returns for each, by key, how often it was delivered before this batch and in all
 */
async function logDeliveries(tx: Db, rows: DeliveryRow[]): Promise<Counts> {
  const logged = await tx.execute(sql`
    insert into webhook_deliveries (receiver_id, topic, lead_id, timestamp, count, first_at, last_at)
    select * from json_to_recordset(${JSON.stringify(rows)}) as row (
      "receiverId" text, topic text, "leadId" text, timestamp text,
      count integer, "firstAt" timestamptz, "lastAt" timestamptz
    )
    on conflict (topic, lead_id, timestamp) do update set
      count = webhook_deliveries.count + excluded.count,
      last_at = greatest(webhook_deliveries.last_at, excluded.last_at)
    returning topic, lead_id as "leadId", timestamp, count`);
  const counts = new Map(rows.map((row) => [keyOf(row), row.count]));
  return new Map(
    loggedSchema
      .parse(logged)
      .rows.map((row) => [
        keyOf(row),
        { before: row.count - (counts.get(keyOf(row)) ?? 0), inAll: row.count },
      ]),
  );
}

type QuarantineRow = typeof webhookQuarantine.$inferInsert & { count: number };

function toQuarantine({ receiverId, notification, body, now }: Verified): Keyed<QuarantineRow> | undefined {
  if (notification) return undefined;
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    key: `${receiverId} ${digest}`,
    row: { receiverId, digest, body, count: 1, firstAt: now },
    merge: (earlier) => ({ ...earlier, count: earlier.count + 1 }),
  };
}

async function quarantine(tx: Db, rows: QuarantineRow[]): Promise<void> {
  await tx
    .insert(webhookQuarantine)
    .values(rows)
    .onConflictDoUpdate({
      target: [webhookQuarantine.receiverId, webhookQuarantine.digest],
      set: { count: sql`${webhookQuarantine.count} + excluded.count` },
    });
}

/**
 * The read that a delivery requests: immediate, or delayed where more of the same is likely to follow, so
 * that it covers all of them.
 */
function toRefresh({ notification, now, isBurst }: Verified, counts: Counts): Keyed<Work> | undefined {
  if (!notification || !WEBHOOK_TOPICS.some((topic) => topic === notification.topic)) return undefined;
  const { id: leadId, topic, timestamp } = notification;
  const { before = 0, inAll = 1 } = counts.get(keyOf({ topic, leadId, timestamp })) ?? {};
  const delayMs = Math.max(before > 0 ? REPEAT_DELAY_MS : 0, isBurst ? BURST_DELAY_MS : 0);
  const work = refreshWork({ leadId, event: topic, now: new Date(now.getTime() + delayMs) });
  const maxDelayMs = inAll > MAX_REPEATS ? MAX_REPEAT_DELAY_MS : isBurst ? MAX_BURST_DELAY_MS : undefined;
  const row = { ...work, maxDelayMs };
  return {
    key: row.key,
    row,
    merge: (earlier) => ({ ...row, runAt: new Date(Math.min(earlier.runAt.getTime(), row.runAt.getTime())) }),
  };
}

function toEnding({ endsRotation, now }: Verified): Keyed<Work> | undefined {
  if (!endsRotation) return undefined;
  const row = { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: now };
  return { key: row.key, row, merge: (earlier) => earlier };
}

type Note = Pick<Verified, 'receiverId' | 'now'>;

function toNote({ receiverId, now, isNoted }: Verified): Keyed<Note> | undefined {
  if (!isNoted) return undefined;
  const row = { receiverId, now };
  return { key: receiverId, row, merge: () => row };
}

async function recordReceiver(tx: Db, { receiverId, now }: Note): Promise<void> {
  await tx.update(webhookReceivers).set({ lastDeliveryAt: now }).where(eq(webhookReceivers.id, receiverId));
}
