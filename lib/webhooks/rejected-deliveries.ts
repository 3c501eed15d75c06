import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { webhookReceivers } from '@/lib/db/schema/webhooks';

/** How long refusals are gathered before they are stored, in milliseconds. */
const GATHER_MS = 10_000;

/**
 * Counts deliveries with a wrong signature, for the admin: a secret that is no longer the service's would
 * otherwise go unnoticed until the next full sync. Gathered and stored together, because a forger must not be
 * able to make this desk write.
 *
 * @param later runs work after this many milliseconds
 */
export function countRejected({
  db,
  log,
  later = (work, ms) => void setTimeout(work, ms).unref(),
}: {
  db: Db;
  log: Log;
  later?: (work: () => Promise<void>, ms: number) => void;
}): (receiverId: string, now: Date) => void {
  let gathered = new Map<string, { count: number; lastAt: Date }>();

  async function write(): Promise<void> {
    const refusals = gathered;
    gathered = new Map();
    for (const [id, { count, lastAt }] of refusals) {
      await db
        .update(webhookReceivers)
        .set({ rejected: sql`${webhookReceivers.rejected} + ${count}`, lastRejectedAt: lastAt })
        .where(eq(webhookReceivers.id, id));
    }
  }

  return (receiverId, now) => {
    if (gathered.size === 0) {
      later(
        () =>
          write().catch((error) => log.warn('webhooks.rejections-not-counted', { reason: reasonOf(error) })),
        GATHER_MS,
      );
    }
    gathered.set(receiverId, { count: (gathered.get(receiverId)?.count ?? 0) + 1, lastAt: now });
  };
}
