import 'server-only';
import { and, gt, gte, inArray, isNull, sql } from 'drizzle-orm';
import { retryLater } from '@/lib/connection/retry-later';
import type { Vault } from '@/lib/core/crypto';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { enqueue } from '@/lib/jobs/enqueue';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { WEBHOOK_TOPICS, type WebhookTopic } from '@/lib/service/webhook-topics';
import type { ServiceSubscription } from '@/lib/service/wire/subscription';
import { readOffTopics } from './off-topics';
import {
  dropReceivers,
  retireReceiver,
  type StoredReceiver,
  savePendingReceiver,
  saveSecret,
} from './receiver-rows';
import { ROTATION_MS, reconcileTopic, type TopicPlan } from './reconcile-topic';

/** The topic of the one recurring job that maintains our subscriptions. */
export const WEBHOOKS_ENSURE = 'webhooks.ensure';
export const WEBHOOKS_ENSURE_KEY = 'all';

const EVERY_MS = 60 * 60_000;
/**
 * How long deliveries are valid that were under way to a retired address when its subscription was deleted.
 */
export const RETIRED_MS = 60 * 60_000;

type EnsureDeps = { service: ServiceClient; vault: Vault; baseUrl: string; log: Log; now: Date };

/** Ensures, now and hourly, that the service notifies this desk of every change. */
export async function ensureWebhooksJob(
  db: Db,
  { job, random, ...task }: EnsureDeps & { job: ClaimedJob; random: number },
): Promise<JobOutcome> {
  try {
    return { kind: 'repeat', at: await ensureSubscriptions(db, task) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return retryLater({ job, error, now: task.now, random });
  }
}

/**
 * Leaves exactly one live subscription for each topic that is not off, at an address of ours whose secret we
 * hold (interface 2.4), or two during a rotation. Subscriptions at our address whose secret we do not hold
 * (a response that was lost, a database or an APP_SECRET that was replaced) can never be verified: they are
 * deleted and created again. A subscription that can be verified is deleted only after its replacement
 * exists.
 *
 * @returns when to run again
 * @throws {ServiceError} if the service cannot be reached; calling again continues from there. Also, after subscribing, if
 * its list cannot be read
 */
export async function ensureSubscriptions(db: Db, task: EnsureDeps): Promise<Date> {
  const { service, baseUrl, now } = task;
  const home = `${baseUrl}/api/webhooks/`;
  const receivers = await db.select().from(webhookReceivers);
  const off = await readOffTopics(db);
  // By our id too: after a move to another address the service would otherwise post to the old ones forever.
  const [active, failures]: [StoredReceiver[], ServiceError[]] = [[], []];
  const listed = await service.listSubscriptions().catch((error: unknown) => {
    // In a form that we don't know: what was created here counts as there, and the job still fails.
    if (!(error instanceof ServiceError) || error.kind !== 'unexpected') throw error;
    failures.push(error);
    return receivers.flatMap(({ subscriptionId, topic, url }) =>
      subscriptionId === null ? [] : [{ id: subscriptionId, topic, url }],
    );
  });
  const live = listed.filter(
    ({ id, url }) => url.startsWith(home) || receivers.some(({ subscriptionId }) => subscriptionId === id),
  );
  // First, or a service that answers too late would get one more subscription with each try.
  await unsubscribe({ ...task, unneeded: live.filter(({ id }) => isStray(id, receivers)) });
  for (const topic of WEBHOOK_TOPICS.filter((one) => !off.includes(one))) {
    const standing = receivers
      .filter((row) => row.topic === topic && row.retiredAt === null)
      .map((row) => ({ ...row, isWhole: isWhole(row, { ...task, home, live }) }));
    const plan = reconcileTopic(standing, now);
    try {
      active.push(...(await carryOut(db, { ...task, topic, home, plan })));
    } catch (error) {
      // A topic that the service refuses does not stop the others; an outage of the service does.
      if (!(error instanceof ServiceError) || !isAboutOne(error)) throw error;
      failures.push(error);
      active.push(...plan.keep);
    }
  }
  const needed = new Set(active.map(({ subscriptionId }) => subscriptionId));
  const known = live.filter(({ id }) => !isStray(id, receivers));
  await unsubscribe({ ...task, unneeded: known.filter(({ id }) => !needed.has(id)) });
  if (failures[0]) throw failures[0];
  return tidy(db, { receivers, active, now });
}

function isAboutOne({ kind }: ServiceError): boolean {
  return kind === 'refused' || kind === 'unexpected';
}

/** At our address, without a secret of ours: nothing that it posts can be verified. */
function isStray(subscriptionId: string, receivers: readonly StoredReceiver[]): boolean {
  return !receivers.some((row) => row.subscriptionId === subscriptionId && row.secret !== null);
}

/** Its secret is held, and its subscription exists and posts to this desk's current address. */
function isWhole(
  { secret, subscriptionId, url }: StoredReceiver,
  { vault, home, live }: { vault: Vault; home: string; live: readonly ServiceSubscription[] },
): boolean {
  return url.startsWith(home) && canOpen(vault, secret) && live.some(({ id }) => id === subscriptionId);
}

/** Whether deliveries signed with this stored secret can be verified: one sealed with another `APP_SECRET` is lost. */
export function canOpen(vault: Vault, secret: string | null): boolean {
  if (!secret) return false;
  try {
    vault.open(secret);
    return true;
  } catch {
    return false;
  }
}

type TopicWork = EnsureDeps & {
  topic: WebhookTopic;
  home: string;
  plan: TopicPlan<StoredReceiver>;
};

/** Carries out the plan of one topic; returns its active addresses. */
async function carryOut(
  db: Db,
  { plan: { keep, make, retire }, ...task }: TopicWork,
): Promise<StoredReceiver[]> {
  const made = make ? await subscribe(db, { ...task, ...make }) : [];
  if (retire) await retireReceiver(db, { ...retire, now: task.now });
  return [...keep, ...made];
}

type SubscribeOrder = EnsureDeps &
  Pick<TopicWork, 'topic' | 'home'> &
  NonNullable<TopicPlan<StoredReceiver>['make']>;

/**
 * The address is committed first: an event that arrives before its secret is stored gets 503 and is sent
 * again. Each request has an address of its own: if two had one, and the first succeeded unseen, its genuine deliveries
 * would have the wrong signature.
 */
async function subscribe(
  db: Db,
  { topic, home, pendingReceiver, replaces, service, vault, log, now }: SubscribeOrder,
): Promise<StoredReceiver[]> {
  const row = await savePendingReceiver(db, { topic, home, replaces, pendingReceiver, now });
  const subscription = await service.createSubscription({ topic, url: row.url });
  const secret = vault.seal(subscription.signingSecret);
  const saved = await saveSecret(db, { id: row.id, subscriptionId: subscription.id, secret });
  log.info('webhooks.subscribed', { topic, subscriptionId: subscription.id });
  if (saved) return [saved];
  // An admin deleted it in the meantime: its secret is lost.
  await service.deleteSubscription(subscription.id);
  return [];
}

/** Deletes the service's subscriptions to us that are not needed. */
async function unsubscribe({
  service,
  log,
  unneeded,
}: EnsureDeps & { unneeded: readonly ServiceSubscription[] }): Promise<void> {
  for (const { id, topic } of unneeded) {
    await service.deleteSubscription(id);
    log.info('webhooks.unsubscribed', { topic, subscriptionId: id });
  }
}

/** Removes the rows of addresses with nothing left under way; returns when the next one is due. */
async function tidy(
  db: Db,
  {
    receivers,
    active,
    now,
  }: { receivers: readonly StoredReceiver[]; active: readonly StoredReceiver[]; now: Date },
): Promise<Date> {
  const ids = active.map(({ id }) => id);
  const stale = receivers.filter(({ id, retiredAt }) => !ids.includes(id) && retiredAt === null);
  await dropReceivers(db, {
    unused: stale.map(({ id }) => id),
    retiredBefore: new Date(now.getTime() - RETIRED_MS),
  });
  const rest = await db.select().from(webhookReceivers);
  const rotating = await db
    .select({ createdAt: webhookReceivers.createdAt })
    .from(webhookReceivers)
    .where(and(isNull(webhookReceivers.retiredAt), inArray(webhookReceivers.replaces, ids)));
  const dues = [
    ...rest.flatMap(({ retiredAt }) => (retiredAt ? [retiredAt.getTime() + RETIRED_MS] : [])),
    ...rotating.map(({ createdAt }) => createdAt.getTime() + ROTATION_MS),
    now.getTime() + EVERY_MS,
  ];
  return new Date(Math.max(now.getTime() + 1_000, Math.min(...dues)));
}

/**
 * Has the subscriptions checked now instead of within the hour: for when the service is back, which may have
 * lost them. Revoking a key removes them (the interface, section 5, rule 8), and so does restoring the
 * service.
 */
export function ensureSoon(db: Db, now: Date): Promise<void> {
  return enqueue(db, { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: now });
}

/**
 * Has the subscriptions checked if a full sync that ended since then repaired something or missed leads: webhooks
 * should have reported it.
 */
export async function ensureAfterRepairs(db: Db, { since, now }: { since: Date; now: Date }): Promise<void> {
  const found = gt(sql`${fullSyncs.repaired} + ${fullSyncs.suspects}`, 0);
  const count = await db.$count(fullSyncs, and(gte(fullSyncs.finishedAt, since), found));
  if (count > 0) await ensureSoon(db, now);
}
