import 'server-only';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { webhookDeliveries } from '@/lib/db/schema/webhooks';
import type { ServiceLead } from '@/lib/service/lead';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import { dateOf } from '@/lib/service/wire/value';

/**
 * What the service reported about a lead, and when by its own clock; without a time if it wrote none we can
 * parse.
 */
type LeadEvent = { topic: string; at: Date | undefined; heardAt: Date };

/** The events of a lead that a snapshot is compared with. */
export type LeadEvents = {
  /** The newest by the service's own times: deliveries arrive in any order (interface 6, delivery 4). */
  newest?: LeadEvent & { at: Date };
  /** Whether another event has the same second as the newest, or the same update arrived more than once. */
  isCrowded: boolean;
  /** Whether there is one without a time, whose place is unknown. */
  hasUndated: boolean;
  /** When the most recently delivered one was first received, by our clock. */
  heardAt?: Date;
};

/** Longer than all refetches of a lead take. */
const RECENT_MS = 10 * 60_000;
const MAX_EVENTS = 200;

/**
 * The events of a lead received in the last minutes, or since its read was requested, if that is longer ago.
 */
export async function findLeadEvents(
  db: Db,
  { leadId, requestedAt, now }: { leadId: string; requestedAt: Date; now: Date },
): Promise<LeadEvents> {
  const { topic, timestamp, count, firstAt, lastAt } = webhookDeliveries;
  const since = new Date(Math.min(requestedAt.getTime(), now.getTime() - RECENT_MS));
  const rows = await db
    .select({ topic, timestamp, count, heardAt: firstAt })
    .from(webhookDeliveries)
    .where(and(inArray(topic, [...WEBHOOK_TOPICS]), eq(webhookDeliveries.leadId, leadId), gt(lastAt, since)))
    .orderBy(desc(lastAt))
    .limit(MAX_EVENTS);
  const events = rows.map((row) => ({ ...row, at: dateOf(row.timestamp) }));
  const dated = events.flatMap((event) => (event.at ? [{ ...event, at: event.at }] : []));
  // A time in the future was written by a clock that was ahead: it does not say how long to wait.
  const heard = events.map(({ heardAt }) => heardAt.getTime()).filter((time) => time <= now.getTime());
  const newest = dated.toSorted(
    (one, other) => other.at.getTime() - one.at.getTime() || order(one) - order(other),
  )[0];
  const sameSecond = dated.filter(({ at }) => newest && second(at) === second(newest.at));
  // Two edits in one tick of the service have the same time, and so does one edit that is reported twice.
  const isRepeated = sameSecond.some((event) => event.topic === 'lead/update' && event.count > 1);
  return {
    newest,
    isCrowded: sameSecond.length > 1 || isRepeated,
    hasUndated: dated.length < events.length,
    heardAt: heard.length > 0 ? new Date(Math.max(...heard)) : undefined,
  };
}

/** A delete wins a tie. */
const order = ({ topic }: LeadEvent) => (topic === 'lead/delete' ? 0 : 1);

/**
 * Whether a snapshot that found the lead was taken before or after its newest event, by the service's own
 * times; ours may differ by any amount. `unknown` if the service gives too little: then only later snapshots
 * can show.
 */
export function compareWithEvents(
  lead: Pick<ServiceLead, 'createdAt' | 'updatedAt'>,
  { newest, isCrowded, hasUndated }: LeadEvents,
): 'before' | 'after' | 'unknown' {
  const place = newest ? compare(lead, { newest, isCrowded }) : 'after';
  return place === 'after' && hasUndated ? 'unknown' : place;
}

/**
 * A deletion must be strictly older than the snapshot: of a lead that was changed and deleted in one second, a
 * lagging read shows the change. Everything else is compared by the second, because some services write one
 * of the times more finely than the other, or report a change slightly after they date it. That is enough if
 * it is the only change of its second. If there was another, a lagging read may show the state between the
 * two: then it must be dated at or after the event, by times that are both finer than a second.
 */
function compare(
  { createdAt, updatedAt }: Pick<ServiceLead, 'createdAt' | 'updatedAt'>,
  { newest: { topic, at }, isCrowded }: Required<Pick<LeadEvents, 'newest' | 'isCrowded'>>,
): 'before' | 'after' | 'unknown' {
  if (topic === 'lead/create' && !isCrowded) return 'after';
  if (!updatedAt) return 'unknown';
  if (topic === 'lead/delete') return updatedAt <= at ? 'before' : 'after';
  if (second(updatedAt) !== second(at)) return updatedAt < at ? 'before' : 'after';
  const isNew = createdAt !== undefined && second(createdAt) === second(at);
  if (!isCrowded && !isNew) return 'after';
  return isFine(updatedAt) && isFine(at) && updatedAt >= at ? 'after' : 'unknown';
}

const second = (date: Date) => Math.floor(date.getTime() / 1_000);

/** Whether a time is given more finely than by the second. */
const isFine = (date: Date) => date.getTime() % 1_000 !== 0;
