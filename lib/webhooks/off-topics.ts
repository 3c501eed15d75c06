import 'server-only';
import { z } from 'zod';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { WEBHOOK_TOPICS, type WebhookTopic } from '@/lib/service/webhook-topics';

const OFF_TOPICS = { name: 'webhooks.off', schema: z.array(z.enum(WEBHOOK_TOPICS)) } as const;

/** The topics whose subscriptions an admin deleted: only an admin creates them again. */
export async function readOffTopics(db: Db): Promise<WebhookTopic[]> {
  return (await readSetting(db, OFF_TOPICS))?.value ?? [];
}

/**
 * Stores which topics are off. Call under `lockSubscriptions`, or concurrent choices of admins overwrite each
 * other.
 */
export async function writeOffTopics(
  tx: Db,
  { off, now }: { off: WebhookTopic[]; now: Date },
): Promise<void> {
  await writeSetting(tx, OFF_TOPICS, { value: off, now });
}

/** Serialises changes of the desired subscriptions until the transaction ends. */
export function lockSubscriptions(tx: Db): Promise<void> {
  return lockUntilCommit(tx, ADVISORY_LOCKS.subscriptions);
}
