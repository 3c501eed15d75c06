import 'server-only';
import { asc, gt } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { hasName } from './about-person';
import { blankAll, type Personal } from './blank';

type Sought = { email: string; personal: Personal; leadIds: readonly string[] };

/** Each is at most as large as the desk accepts. */
const DELIVERIES_AT_ONCE = 50;

/** Deliveries that nobody could read, as bytes, and that name the person or one of their leads. */
export async function findDeliveries(
  db: Db,
  { email, personal, leadIds }: Sought,
): Promise<{ id: number }[]> {
  const { id, body } = webhookQuarantine;
  const sought = [email, ...leadIds];
  const found: { id: number }[] = [];
  for (let last = 0, isMore = true; isMore; ) {
    const rows = await db
      .select({ id, body })
      .from(webhookQuarantine)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(DELIVERIES_AT_ONCE);
    found.push(...rows.filter((row) => isDeliveryAbout(textOf(row.body), { sought, personal })));
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === DELIVERIES_AT_ONCE;
  }
  return found.map((row) => ({ id: row.id }));
}

function isDeliveryAbout(
  text: string,
  { sought, personal }: { sought: string[]; personal: Personal },
): boolean {
  const lower = text.toLowerCase();
  if (sought.some((one) => lower.includes(one.toLowerCase()))) return true;
  // First and last name are values of their own.
  const values = Array.from(text.matchAll(/"([^"]{1,200})"/g), ([, value = '']) => value);
  return blankAll(text, personal) !== text || hasName(values, personal);
}

/** As JSON means it, even if it is none. */
function textOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
