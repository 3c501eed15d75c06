import 'server-only';
import { asc, gt } from 'drizzle-orm';
import { holdsWord, toUnescapedText } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { hasName } from './about-person';
import { blankAddresses, blankAll, type Personal, toPersonal } from './blank';
import { recordsIn } from './records-in';

type Sought = { addresses: readonly string[]; personal: Personal; leadIds: readonly string[] };

/** Each is at most as large as the desk accepts. */
const DELIVERIES_AT_ONCE = 50;

/** Deliveries that nobody could read, as bytes, and that name the person or one of their leads. */
export async function findDeliveries(
  db: Db,
  { addresses, personal, leadIds }: Sought,
): Promise<{ id: number }[]> {
  const { id, body } = webhookQuarantine;
  // Also where the account of a user stays: this is about a lead of theirs.
  const address = toPersonal({ emails: addresses, names: [], phones: [] });
  const found: { id: number }[] = [];
  for (let last = 0, isMore = true; isMore; ) {
    const rows = await db
      .select({ id, body })
      .from(webhookQuarantine)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(DELIVERIES_AT_ONCE);
    found.push(...rows.filter((row) => isDeliveryAbout(row.body, { leadIds, address, personal })));
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === DELIVERIES_AT_ONCE;
  }
  return found.map((row) => ({ id: row.id }));
}

function isDeliveryAbout(
  body: Uint8Array,
  { leadIds, address, personal }: Pick<Sought, 'leadIds' | 'personal'> & { address: Personal },
): boolean {
  const text = toUnescapedText(body);
  return (
    leadIds.some((id) => holdsWord(text, id)) ||
    blankAddresses(text, address) !== text ||
    blankAll(text, personal) !== text ||
    // First and last name are values of their own, of one record.
    [new TextDecoder().decode(body), text].some((one) =>
      recordsIn(one).some((values) => hasName(values, personal)),
    )
  );
}
