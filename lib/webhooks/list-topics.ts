import 'server-only';
import { asc, isNotNull, sql } from 'drizzle-orm';
import { getServiceHealth } from '@/lib/connection/health';
import type { Db } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { WEBHOOK_TOPICS, type WebhookTopic } from '@/lib/service/webhook-topics';
import { readOffTopics } from './off-topics';
import { RETIRED_MS } from './subscriptions';

/** An address of ours without its secret. */
export type Address = {
  id: string;
  topic: string;
  replaces: string | null;
  hasSecret: boolean;
  lastDeliveryAt: Date | null;
  rejected: number;
  lastRejectedAt: Date | null;
  createdAt: Date;
  retiredAt: Date | null;
};

/**
 * The state of a topic's subscription. `off`: an admin deleted it. `making`: it does not exist yet. `live`:
 * it exists. `unknown`: it existed, and the service refuses our key, which may have removed it (the
 * interface, section 5, rule 8). `rotating`: a second one is replacing it, and may not have its secret yet.
 */
export type TopicState = {
  topic: WebhookTopic;
  state: 'off' | 'making' | 'live' | 'unknown' | 'rotating';
  current?: Address;
  successor?: Address;
  /** The service no longer posts to these; their secrets stay valid for a while. */
  retired: { usableUntil: Date }[];
};

/** Every topic with its addresses, in the fixed order of topics. */
export async function listTopics(db: Db): Promise<TopicState[]> {
  const off = await readOffTopics(db);
  const { failure } = await getServiceHealth(db);
  const isKeyRefused = failure === 'auth';
  const rows = await db
    .select({
      id: webhookReceivers.id,
      topic: webhookReceivers.topic,
      replaces: webhookReceivers.replaces,
      hasSecret: sql<boolean>`${isNotNull(webhookReceivers.secret)}`,
      lastDeliveryAt: webhookReceivers.lastDeliveryAt,
      rejected: webhookReceivers.rejected,
      lastRejectedAt: webhookReceivers.lastRejectedAt,
      createdAt: webhookReceivers.createdAt,
      retiredAt: webhookReceivers.retiredAt,
    })
    .from(webhookReceivers)
    .orderBy(asc(webhookReceivers.createdAt));
  return WEBHOOK_TOPICS.map((topic) => {
    const own = rows.filter((row) => row.topic === topic);
    return toState({ topic, rows: own, isOff: off.includes(topic), isKeyRefused });
  });
}

function toState({
  topic,
  rows,
  isOff,
  isKeyRefused,
}: {
  topic: WebhookTopic;
  rows: Address[];
  isOff: boolean;
  isKeyRefused: boolean;
}): TopicState {
  const standing = rows.filter(({ retiredAt }) => retiredAt === null);
  const retired = rows.flatMap(({ retiredAt }) =>
    retiredAt === null ? [] : [{ usableUntil: new Date(retiredAt.getTime() + RETIRED_MS) }],
  );
  if (isOff) return { topic, state: 'off', retired };
  const former = standing.find(({ id }) => standing.some(({ replaces }) => replaces === id));
  const successor = standing.find(({ replaces }) => former !== undefined && replaces === former.id);
  if (former && successor) return { topic, state: 'rotating', current: former, successor, retired };
  const current = standing.find(({ hasSecret }) => hasSecret);
  if (!current) return { topic, state: 'making', retired };
  return { topic, state: isKeyRefused ? 'unknown' : 'live', current, retired };
}
