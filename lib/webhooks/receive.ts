import 'server-only';
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Vault } from '@/lib/crypto';
import type { Db } from '@/lib/db/handle';
import { webhookDeliveries, webhookQuarantine, webhookReceivers } from '@/lib/db/schema/webhooks';
import { isId } from '@/lib/ids';
import { markDirty } from '@/lib/sync/refresh';
import { TOPICS } from './topics';
import { type SentSignatures, type Verdict, verifyDelivery } from './verify';

/** The body of a delivery (interface 2.5). What is more than this is not ours to judge. */
const notificationSchema = z.object({
  id: z.string().min(1).max(200).refine(isStorable),
  topic: z.string().max(100).refine(isStorable),
  timestamp: z.string().max(100).refine(isStorable),
});

/** PostgreSQL's text takes neither. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * What a delivery came to. `unknown`: no such address. `not-ready`: the address is ours but its secret is not
 * there yet. `forged`: the signature proves nothing. `taken`: committed; `quarantined`: kept as bytes.
 */
export type Reception = 'unknown' | 'not-ready' | 'forged' | 'taken' | 'quarantined';

/**
 * Takes one delivery in: verifies the raw bytes, then logs the delivery *and* marks its lead dirty in one
 * transaction. Never calls the service. A repeat marks the lead dirty again: it may be the second of two
 * edits in one tick of the service's clock.
 *
 * @throws what the database throws; nothing is written then, and the caller must not answer 200
 */
export async function receiveDelivery(
  db: Db,
  {
    receiverId,
    body,
    sent,
    vault,
    now,
  }: { receiverId: string; body: Uint8Array; sent: SentSignatures; vault: Vault; now: Date },
): Promise<Reception> {
  if (!isId('receiver', receiverId)) return 'unknown';
  const [receiver] = await db.select().from(webhookReceivers).where(eq(webhookReceivers.id, receiverId));
  if (!receiver) return 'unknown';
  if (!receiver.secret) return 'not-ready';
  const secrets = [vault.open(receiver.secret)];
  const verdict = verifyDelivery({ body, sent, secrets, legacyAllowed: receiver.legacyAllowed });
  if (verdict === 'none') return 'forged';
  const notification = readNotification(body);
  return db.transaction(async (tx) => {
    await noteReceiver(tx, { receiverId, verdict, now });
    if (!notification) {
      await quarantine(tx, { receiverId, body, now });
      return 'quarantined';
    }
    await logDelivery(tx, { receiverId, notification, now });
    if (TOPICS.some((topic) => topic === notification.topic)) {
      await markDirty(tx, { leadId: notification.id, event: notification.topic, now });
    }
    return 'taken';
  });
}

function readNotification(body: Uint8Array): z.infer<typeof notificationSchema> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return notificationSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function noteReceiver(
  tx: Db,
  { receiverId, verdict, now }: { receiverId: string; verdict: Verdict; now: Date },
): Promise<void> {
  await tx
    .update(webhookReceivers)
    // A service that signs with v2 never goes back: whoever does, is not the service.
    .set({ lastDeliveryAt: now, ...(verdict === 'v2' ? { legacyAllowed: false } : {}) })
    .where(eq(webhookReceivers.id, receiverId));
}

async function logDelivery(
  tx: Db,
  {
    receiverId,
    notification,
    now,
  }: { receiverId: string; notification: z.infer<typeof notificationSchema>; now: Date },
): Promise<void> {
  const { id: leadId, topic, timestamp } = notification;
  await tx
    .insert(webhookDeliveries)
    .values({ receiverId, topic, leadId, timestamp, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [webhookDeliveries.topic, webhookDeliveries.leadId, webhookDeliveries.timestamp],
      set: { count: sql`${webhookDeliveries.count} + 1`, lastAt: now },
    });
}

async function quarantine(
  tx: Db,
  { receiverId, body, now }: { receiverId: string; body: Uint8Array; now: Date },
): Promise<void> {
  const digest = createHash('sha256').update(body).digest('hex');
  await tx
    .insert(webhookQuarantine)
    .values({ receiverId, digest, body, firstAt: now })
    .onConflictDoUpdate({
      target: [webhookQuarantine.receiverId, webhookQuarantine.digest],
      set: { count: sql`${webhookQuarantine.count} + 1` },
    });
}
