import 'server-only';
import { eq } from 'drizzle-orm';
import type { Vault } from '@/lib/crypto';
import type { Db } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { newId } from '@/lib/ids';
import { backoff } from '@/lib/jobs/backoff';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import type { Log } from '@/lib/log';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { TOPICS, type Topic } from './topics';

/** The topic of the job that sees to our subscriptions; there is one, and it asks for itself again. */
export const WEBHOOKS_ENSURE = 'webhooks.ensure';
export const WEBHOOKS_ENSURE_KEY = 'all';

const EVERY_MS = 60 * 60_000;

type Task = { service: ServiceClient; vault: Vault; baseUrl: string; log: Log; now: Date };

/** Sees to it, now and hourly, that the service tells this desk of every change. */
export async function ensureWebhooksJob(
  db: Db,
  { job, chance, ...task }: Task & { job: ClaimedJob; chance: number },
): Promise<JobOutcome> {
  try {
    await ensureSubscriptions(db, task);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const at = backoff({ attempts: job.attempts, now: task.now, chance });
    return { kind: 'again', at, reason: `${error.kind}: ${error.message}` };
  }
  return { kind: 'repeat', at: new Date(task.now.getTime() + EVERY_MS) };
}

/**
 * Leaves exactly one live subscription for each topic, at an address of ours whose secret we hold
 * (interface 2.4). Subscriptions at our address that we hold no secret of (an answer that was lost, a
 * database or an APP_SECRET that was replaced) can never be verified: they are deleted and made again.
 *
 * @throws {ServiceError} if the service cannot be reached; calling again goes on from there
 */
export async function ensureSubscriptions(
  db: Db,
  { service, vault, baseUrl, log, now }: Task,
): Promise<void> {
  const home = `${baseUrl}/api/webhooks/`;
  const receivers = await db.select().from(webhookReceivers);
  // By our id too: after a move to another address the old ones would be posted to for ever.
  const live = (await service.listSubscriptions()).filter(
    ({ id, url }) => url.startsWith(home) || receivers.some(({ subscriptionId }) => subscriptionId === id),
  );
  const held = receivers.filter(
    ({ secret, subscriptionId, url }) =>
      opens(vault, secret) && url.startsWith(home) && live.some(({ id }) => id === subscriptionId),
  );
  const keep = new Map(held.map((receiver) => [receiver.topic, receiver]));
  for (const topic of TOPICS) {
    if (!keep.has(topic)) await subscribe(db, { topic, home, service, vault, log, now });
  }
  const kept = new Set([...keep.values()].map(({ subscriptionId }) => subscriptionId));
  for (const { id, topic } of live.filter((subscription) => !kept.has(subscription.id))) {
    await service.deleteSubscription(id);
    log.info('webhooks.unsubscribed', { topic, subscriptionId: id });
  }
  for (const { id } of receivers.filter((receiver) => keep.get(receiver.topic)?.id !== receiver.id)) {
    await db.delete(webhookReceivers).where(eq(webhookReceivers.id, id));
  }
}

/** A secret sealed under an earlier APP_SECRET is as good as lost. */
function opens(vault: Vault, secret: string | null): boolean {
  if (!secret) return false;
  try {
    vault.open(secret);
    return true;
  } catch {
    return false;
  }
}

/** The receiver is committed first: an event that comes before its secret is saved gets 503 and comes again. */
async function subscribe(
  db: Db,
  { topic, home, service, vault, log, now }: Omit<Task, 'baseUrl'> & { topic: Topic; home: string },
): Promise<void> {
  const id = newId('receiver');
  const url = `${home}${id}`;
  await db.insert(webhookReceivers).values({ id, topic, url, createdAt: now });
  const subscription = await service.createSubscription({ topic, url });
  await db
    .update(webhookReceivers)
    .set({ subscriptionId: subscription.id, secret: vault.seal(subscription.signingSecret) })
    .where(eq(webhookReceivers.id, id));
  log.info('webhooks.subscribed', { topic, subscriptionId: subscription.id });
}
