import 'server-only';
import { and, asc, or, sql } from 'drizzle-orm';
import { MOST_AT_ONCE } from '@/lib/core/erasure';
import type { Db } from '@/lib/db/handle';
import { timeline } from '@/lib/db/schema/timeline';
import { blankAddressesIn } from './blank';
import { mayHold, oneOf } from './may-hold';
import type { Owned } from './owned';

/** History entries of these with values or words. */
export async function findHistory(
  db: Db,
  { leadIds, submissionIds }: Pick<Owned, 'leadIds' | 'submissionIds'>,
): Promise<number[]> {
  if (leadIds.length + submissionIds.length === 0) return [];
  const hasWords = sql`(jsonb_exists(${timeline.detail}, 'fields') or jsonb_exists(${timeline.detail}, 'message'))`;
  const ofThese = or(oneOf(timeline.leadId, leadIds), oneOf(timeline.submissionId, submissionIds));
  const rows = await db.select({ id: timeline.id }).from(timeline).where(and(ofThese, hasWords));
  return rows.map(({ id }) => id);
}

/**
 * Entries of other leads' history in which a field was, or became, this address, with it blanked: the lead has another one
 * now. By an index of such values alone (`timeline_addresses`): the history of all leads is too long to be read.
 *
 * @param earlier leads that had the address: in their history it is blanked wherever a text mentions it
 */
export async function findHistoryOfOthers(
  db: Db,
  { addresses, address }: Pick<Owned, 'addresses' | 'address'>,
  { own, earlier = [] }: { own: readonly number[]; earlier?: readonly string[] },
) {
  const values = sql`lower(${timeline.detail}::text)::jsonb`;
  const held = addresses.flatMap((one) =>
    ['from', 'to'].map((side) => sql`${values} @> ${JSON.stringify({ fields: [{ [side]: one }] })}::jsonb`),
  );
  const rows = await db
    .select({ id: timeline.id, leadId: timeline.leadId, detail: timeline.detail })
    .from(timeline)
    .where(and(sql`strpos(${timeline.detail}::text, '@') > 0`, or(...held)))
    .orderBy(asc(timeline.id))
    .limit(MOST_AT_ONCE + own.length);
  const mentions = await findMentionsIn(db, { addresses, earlier });
  const isOwn = new Set(own);
  const all = new Map([...rows, ...mentions].map((row) => [row.id, row]));
  return [...all.values()].flatMap(({ id, leadId, detail }) => {
    const blanked = isOwn.has(id) ? undefined : blankAddressesIn(detail, address);
    return blanked ? [{ id, leadId, detail: blanked }] : [];
  });
}

/** What may mention the address in the history of these leads. */
async function findMentionsIn(
  db: Db,
  { addresses, earlier }: { addresses: readonly string[]; earlier: readonly string[] },
) {
  if (earlier.length === 0) return [];
  return await db
    .select({ id: timeline.id, leadId: timeline.leadId, detail: timeline.detail })
    .from(timeline)
    .where(and(oneOf(timeline.leadId, earlier), mayHold(timeline.detail, addresses)))
    .orderBy(asc(timeline.id));
}
