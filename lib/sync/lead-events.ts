import 'server-only';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { webhookDeliveries } from '@/lib/db/schema/webhooks';
import type { ServiceLead } from '@/lib/service/lead';
import { dateOf } from '@/lib/service/wire/value';
import { TOPICS } from '@/lib/webhooks/topics';

/** What the service said happened to a lead, and when by its own clock; without a time if it wrote none we can read. */
type LeadEvent = { topic: string; at: Date | undefined; heardAt: Date };

/** The events of a lead that a reading of it is to be compared with. */
export type LeadEvents = {
  /** The newest by the service's own times: deliveries come in any order (interface 6, delivery 4). */
  newest?: LeadEvent & { at: Date };
  /** Whether there is one without a time, so that nobody knows its place. */
  hasUndated: boolean;
  /** When the one that came last was first heard, by our clock. */
  heardAt?: Date;
};

/** Longer than the looks at a lead take. */
const RECENT_MS = 10 * 60_000;
const MOST = 200;

/** The events that were told of a lead in the last minutes, or since it was asked for, if that is longer ago. */
export async function findLeadEvents(
  db: Db,
  { leadId, askedAt, now }: { leadId: string; askedAt: Date; now: Date },
): Promise<LeadEvents> {
  const { topic, timestamp, firstAt, lastAt } = webhookDeliveries;
  const since = new Date(Math.min(askedAt.getTime(), now.getTime() - RECENT_MS));
  const rows = await db
    .select({ topic, timestamp, heardAt: firstAt })
    .from(webhookDeliveries)
    .where(and(inArray(topic, [...TOPICS]), eq(webhookDeliveries.leadId, leadId), gt(lastAt, since)))
    .orderBy(desc(lastAt))
    .limit(MOST);
  const events = rows.map((row) => ({ ...row, at: dateOf(row.timestamp) }));
  const dated = events.flatMap((event) => (event.at ? [{ ...event, at: event.at }] : []));
  // What seems to be still to come was heard by a clock that was ahead: it says nothing about how long to wait.
  const heard = events.map(({ heardAt }) => heardAt.getTime()).filter((time) => time <= now.getTime());
  return {
    newest: dated.toSorted(
      (one, other) => other.at.getTime() - one.at.getTime() || order(one) - order(other),
    )[0],
    hasUndated: dated.length < events.length,
    heardAt: heard.length > 0 ? new Date(Math.max(...heard)) : undefined,
  };
}

/** A delete wins a tie. */
const order = ({ topic }: LeadEvent) => (topic === 'lead/delete' ? 0 : 1);

/**
 * Whether a reading that found the lead was taken before or after its newest event, by the service's own times; ours
 * may be any time apart. `unknown` where the service tells too little: then only later readings can show.
 *
 * By the second, because some services write the one finer than the other. A deletion must be strictly older: of a
 * lead that was changed and deleted in one second, a reading that lags shows the change.
 */
export function placeReading(
  { updatedAt }: Pick<ServiceLead, 'updatedAt'>,
  { newest, hasUndated }: LeadEvents,
): 'before' | 'after' | 'unknown' {
  if (!newest) return hasUndated ? 'unknown' : 'after';
  if (newest.topic === 'lead/create') return hasUndated ? 'unknown' : 'after';
  if (!updatedAt) return 'unknown';
  const isBefore =
    newest.topic === 'lead/delete' ? updatedAt <= newest.at : second(updatedAt) < second(newest.at);
  if (isBefore) return 'before';
  return hasUndated ? 'unknown' : 'after';
}

const second = (date: Date) => Math.floor(date.getTime() / 1_000);
