import 'server-only';
import { setImmediate as giveWay } from 'node:timers/promises';
import { asc, gt } from 'drizzle-orm';
import { readingsOf } from '@/lib/core/readings';
import { holdsWord } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { blankAddresses, blankAll, type Personal } from './blank';
import { hasNamesNear } from './names-near';

type Sought = {
  /** The patterns of the address alone: also where the account of a user stays, a delivery about a lead of theirs goes. */
  address: Personal;
  personal: Personal;
  leadIds: readonly string[];
};

/** Each is at most as large as the desk accepts. */
const DELIVERIES_AT_ONCE = 50;

/**
 * Deliveries that nobody could read, as bytes, and that name the person or one of their leads. In doubt one goes: of others
 * it says nothing that anybody could use.
 */
export async function findDeliveries(
  db: Db,
  { address, personal, leadIds }: Sought,
): Promise<{ id: number }[]> {
  const { id, body } = webhookQuarantine;
  const found: { id: number }[] = [];
  for (let last = 0, isMore = true; isMore; ) {
    const rows = await db
      .select({ id, body })
      .from(webhookQuarantine)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(DELIVERIES_AT_ONCE);
    for (const row of rows) {
      if (isDeliveryAbout(row.body, { leadIds, address, personal })) found.push({ id: row.id });
      // A large one takes a while in all its readings.
      await giveWay();
    }
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === DELIVERIES_AT_ONCE;
  }
  return found;
}

function isDeliveryAbout(body: Uint8Array, { leadIds, address, personal }: Sought): boolean {
  return readingsOf(body).some(
    (text) =>
      leadIds.some((id) => holdsWord(text, id)) ||
      blankAddresses(text, address) !== text ||
      blankAll(text, personal) !== text ||
      // First and last name may be values of their own.
      hasNamesNear(text, personal),
  );
}
