import 'server-only';
import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';

/** What may be the id of a lead; of more words than these, a delivery is no event of one. */
const ID = /[\w-]{6,64}/g;
const MAX_IDS = 1_000;

const WITHHELD = new TextEncoder().encode('Not kept: it names a lead whose person was erased.');

/**
 * The same deliveries, which nobody could read, without the bytes of those that name a lead whose person was erased: they
 * may bring the person back.
 */
export async function withholdErased<Row extends { body: Uint8Array }>(
  tx: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const named = rows.map(({ body }) => idsIn(body));
  const ids = [...new Set(named.flat())].slice(0, MAX_IDS);
  if (ids.length === 0) return [...rows];
  const found = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(inArray(leads.id, ids), isNotNull(leads.erasedAt)));
  const erased = new Set(found.map(({ id }) => id));
  return rows.map((row, index) =>
    named[index]?.some((id) => erased.has(id)) ? { ...row, body: WITHHELD } : row,
  );
}

function idsIn(body: Uint8Array): string[] {
  return [...new Set(new TextDecoder().decode(body).match(ID))];
}
