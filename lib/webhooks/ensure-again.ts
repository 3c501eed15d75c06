import 'server-only';
import { and, gt, gte, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/portal';
import { enqueue } from '@/lib/jobs/enqueue';
import { WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from './subscriptions';

/**
 * Has the subscriptions checked now and not within the hour: for when the service is back, which may have lost them
 * meanwhile. Revoking a key removes them (the interface, section 5, rule 8), and so does a service that was restored.
 */
export function ensureSoon(db: Db, now: Date): Promise<void> {
  return enqueue(db, { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: now });
}

/**
 * Has the subscriptions checked if a comparison that ended since had to repair something, or missed leads: webhooks
 * should have told of it.
 */
export async function ensureAfterRepairs(db: Db, { since, now }: { since: Date; now: Date }): Promise<void> {
  const found = gt(sql`${sweeps.repaired} + ${sweeps.suspects}`, 0);
  const count = await db.$count(sweeps, and(gte(sweeps.finishedAt, since), found));
  if (count > 0) await ensureSoon(db, now);
}
