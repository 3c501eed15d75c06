import 'server-only';
import { and, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { writeAudit } from '@/lib/audit/write-audit';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { enqueue } from '@/lib/jobs/enqueue';
import type { WebhookTopic } from '@/lib/service/webhook-topics';
import { FULL_SYNC, FULL_SYNC_KEY } from '@/lib/sync/full-sync';

/** An address of ours as stored. */
export type StoredReceiver = typeof webhookReceivers.$inferSelect;

type PendingReceiver = {
  topic: WebhookTopic;
  home: string;
  replaces: string | null;
  pendingReceiver?: StoredReceiver;
  now: Date;
};

/**
 * Stores a new address before the service gets it.
 *
 * @param pendingReceiver an address that it replaces, because its secret was lost on creation
 */
export function savePendingReceiver(
  db: Db,
  { topic, home, replaces, pendingReceiver, now }: PendingReceiver,
): Promise<StoredReceiver> {
  return db.transaction(async (tx) => {
    if (pendingReceiver) await tx.delete(webhookReceivers).where(eq(webhookReceivers.id, pendingReceiver.id));
    const id = newId('receiver');
    const [row] = await tx
      .insert(webhookReceivers)
      .values({ id, topic, url: `${home}${id}`, replaces, createdAt: now })
      .returning();
    if (!row) throw new Error('the address was not stored');
    return row;
  });
}

/** Stores the sealed secret of a new subscription; undefined if its address is no longer wanted. */
export async function saveSecret(
  db: Db,
  { id, subscriptionId, secret }: { id: string; subscriptionId: string; secret: string },
): Promise<StoredReceiver | undefined> {
  const { retiredAt, secret: held } = webhookReceivers;
  const [row] = await db
    .update(webhookReceivers)
    .set({ subscriptionId, secret })
    .where(and(eq(webhookReceivers.id, id), isNull(retiredAt), isNull(held)))
    .returning();
  return row;
}

/**
 * Ends a rotation: the service no longer posts to this address. Its subscription is deleted next, which loses
 * retries that the service still owed it, so a full sync is requested.
 */
export function retireReceiver(
  db: Db,
  { row, outcome, now }: { row: StoredReceiver; outcome: 'finished' | 'undone'; now: Date },
): Promise<void> {
  return db.transaction(async (tx) => {
    const retired = await tx
      .update(webhookReceivers)
      .set({ retiredAt: now })
      .where(and(eq(webhookReceivers.id, row.id), isNull(webhookReceivers.retiredAt)))
      .returning({ id: webhookReceivers.id });
    if (retired.length === 0) return;
    await writeAudit(tx, {
      event: 'webhook.rotated',
      subject: row.topic,
      detail: { step: outcome },
      at: now,
    });
    await enqueue(tx, { topic: FULL_SYNC, key: FULL_SYNC_KEY, runAt: now });
  });
}

/** Removes addresses that were never used, and retired ones whose time is over. */
export async function dropReceivers(
  db: Db,
  { unused, retiredBefore }: { unused: string[]; retiredBefore: Date },
): Promise<void> {
  const { id, retiredAt, secret } = webhookReceivers;
  await db.delete(webhookReceivers).where(
    or(
      // One that was just retired is still in use.
      and(inArray(id, unused), isNull(retiredAt)),
      lte(retiredAt, retiredBefore),
      and(isNotNull(retiredAt), isNull(secret)),
    ),
  );
}
