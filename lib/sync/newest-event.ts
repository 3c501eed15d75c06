import 'server-only';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { webhookDeliveries } from '@/lib/db/schema/webhooks';
import { dateOf } from '@/lib/service/wire/value';
import { TOPICS } from '@/lib/webhooks/topics';

/** What the service said happened to a lead, and when by its own clock. */
export type LeadEvent = { topic: string; at: Date };

/** Longer than the looks at a lead take. */
const RECENT_MS = 10 * 60_000;
/** Clocks differ a little. An event from further ahead says nothing about the order of things. */
const AHEAD_MS = 5 * 60_000;
const MOST = 200;

/**
 * The newest event that deliveries of the last minutes tell of a lead. They may have come in any order
 * (interface 6, delivery 4), so the service's timestamp decides, and a delete wins a tie.
 */
export async function findNewestEvent(
  db: Db,
  { leadId, now }: { leadId: string; now: Date },
): Promise<LeadEvent | undefined> {
  const { topic, timestamp, lastAt } = webhookDeliveries;
  const rows = await db
    .select({ topic, timestamp, lastAt })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(topic, [...TOPICS]),
        eq(webhookDeliveries.leadId, leadId),
        gt(lastAt, new Date(now.getTime() - RECENT_MS)),
      ),
    )
    .orderBy(desc(lastAt))
    .limit(MOST);
  const events = rows.flatMap((row) => {
    const at = dateOf(row.timestamp);
    return at && at.getTime() <= row.lastAt.getTime() + AHEAD_MS ? [{ topic: row.topic, at }] : [];
  });
  return events.toSorted(
    (one, other) => other.at.getTime() - one.at.getTime() || order(one) - order(other),
  )[0];
}

const order = ({ topic }: LeadEvent) => (topic === 'lead/delete' ? 0 : 1);
