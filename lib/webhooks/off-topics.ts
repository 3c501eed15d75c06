import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import { WEBHOOK_TOPICS, type WebhookTopic } from '@/lib/service/webhook-topics';

const NAME = 'webhooks.off';
/** Any number that only this lock uses. */
const LOCK = 7_041_980;

const offSchema = z.array(z.enum(WEBHOOK_TOPICS)).catch([]);

/** The topics whose subscriptions an admin deleted: only an admin creates them again. */
export async function readOffTopics(db: Db): Promise<WebhookTopic[]> {
  const [row] = await db
    .select({ value: deskSettings.value })
    .from(deskSettings)
    .where(eq(deskSettings.name, NAME));
  return offSchema.parse(row?.value ?? []);
}

/**
 * Stores which topics are off. Call under `lockSubscriptions`, or concurrent choices of admins overwrite each
 * other.
 */
export async function writeOffTopics(
  tx: Db,
  { off, now }: { off: WebhookTopic[]; now: Date },
): Promise<void> {
  const row = { value: off, changedAt: now };
  await tx
    .insert(deskSettings)
    .values({ name: NAME, ...row })
    .onConflictDoUpdate({ target: deskSettings.name, set: row });
}

/** Serialises changes of the desired subscriptions until the transaction ends. */
export async function lockSubscriptions(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}
