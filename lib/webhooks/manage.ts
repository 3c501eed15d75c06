import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, type AuditEvent, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { enqueue } from '@/lib/jobs/enqueue';
import type { WebhookTopic } from '@/lib/service/webhook-topics';
import { FULL_SYNC, FULL_SYNC_KEY } from '@/lib/sync/full-sync';
import { lockSubscriptions, readOffTopics, writeOffTopics } from './off-topics';
import { type StoredReceiver, savePendingReceiver } from './receiver-rows';
import { WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from './subscriptions';

/** The author of an action, and its topic. */
export type TopicCommand = { topic: WebhookTopic; by: Actor; now: Date };

/** How an action ended. `late`: the state is no longer what the admin saw; nothing was changed. */
export type Managed = 'done' | 'late';

/** What an action does to the topic's active addresses, and its entry in the audit log. */
type Change = (
  tx: Db,
  active: StoredReceiver[],
) => Promise<Managed | { event: AuditEvent; detail: AuditDetail }>;

/**
 * Begins to rotate a topic's subscription: a second one at a new address, with its own secret. Both are valid
 * until the new one has received its first valid delivery. Never two rotations of one topic at a time.
 */
export function rotateTopic(
  db: Db,
  { baseUrl, ...command }: TopicCommand & { baseUrl: string },
): Promise<Managed> {
  return change(db, command, async (tx, active) => {
    const [current] = active;
    if (!current?.secret || active.length > 1) return 'late';
    const home = `${baseUrl}/api/webhooks/`;
    await savePendingReceiver(tx, { topic: command.topic, home, replaces: current.id, now: command.now });
    return { event: 'webhook.rotated', detail: { step: 'begun' } };
  });
}

/** Ends a rotation manually, without a first delivery: the service no longer posts to the former address. */
export function finishRotation(db: Db, command: TopicCommand): Promise<Managed> {
  return change(db, command, async (tx, active) => {
    const made = active.filter(({ secret }) => secret !== null);
    const former = active.find(({ id }) => made.some(({ replaces }) => replaces === id));
    if (!former) return 'late';
    await retire(tx, { ids: [former.id], now: command.now });
    // Pending retries of the service to the former address are lost with it.
    await enqueue(tx, { topic: FULL_SYNC, key: FULL_SYNC_KEY, runAt: command.now });
    return { event: 'webhook.rotated', detail: { step: 'finished' } };
  });
}

/** Deletes a topic's subscription. It stays off, and only full syncs find changes, until it is created again. */
export function deleteTopic(db: Db, command: TopicCommand): Promise<Managed> {
  return change(db, command, async (tx, active) => {
    const off = await readOffTopics(tx);
    if (off.includes(command.topic)) return 'late';
    await writeOffTopics(tx, { off: [...off, command.topic], now: command.now });
    await retire(tx, { ids: active.map(({ id }) => id), now: command.now });
    return { event: 'webhook.deleted', detail: {} };
  });
}

/** Has a topic's subscription created again after an admin deleted it. */
export function createTopic(db: Db, command: TopicCommand): Promise<Managed> {
  return change(db, command, async (tx) => {
    const off = await readOffTopics(tx);
    if (!off.includes(command.topic)) return 'late';
    await writeOffTopics(tx, { off: off.filter((topic) => topic !== command.topic), now: command.now });
    return { event: 'webhook.created', detail: {} };
  });
}

/**
 * Runs one action on its topic's active addresses under a lock, records it, and has the worker update the
 * service.
 */
function change(db: Db, { topic, by, now }: TopicCommand, run: Change): Promise<Managed> {
  return db.transaction(async (tx) => {
    await lockSubscriptions(tx);
    const active = await tx
      .select()
      .from(webhookReceivers)
      .where(and(eq(webhookReceivers.topic, topic), isNull(webhookReceivers.retiredAt)));
    const outcome = await run(tx, active);
    if (typeof outcome === 'string') return outcome;
    await writeAudit(tx, { by, ...outcome, subject: topic, at: now });
    await enqueue(tx, { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: now });
    return 'done';
  });
}

async function retire(tx: Db, { ids, now }: { ids: string[]; now: Date }): Promise<void> {
  await tx
    .update(webhookReceivers)
    .set({ retiredAt: now })
    .where(and(inArray(webhookReceivers.id, ids), isNull(webhookReceivers.retiredAt)));
}

/** Whether the worker has yet to bring a topic's subscriptions to the desired state. */
export async function isTopicPending(db: Db, topic: WebhookTopic): Promise<boolean> {
  const off = (await readOffTopics(db)).includes(topic);
  const active = await db
    .select({ secret: webhookReceivers.secret })
    .from(webhookReceivers)
    .where(and(eq(webhookReceivers.topic, topic), isNull(webhookReceivers.retiredAt)));
  return !off && (active.length === 0 || active.some(({ secret }) => secret === null));
}
