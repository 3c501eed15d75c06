import 'server-only';
import { toUnescapedText } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { erasures } from '@/lib/db/schema/erasures';

const WITHHELD = new TextEncoder().encode('Not kept: it names a lead whose person was erased.');

/**
 * The same deliveries, which nobody could read, without the bytes of those that name a lead whose person was erased: they
 * may bring the person back.
 */
export async function withholdErased<Row extends { body: Uint8Array }>(
  tx: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const certificates = await tx.select({ leads: erasures.leads }).from(erasures);
  const ids = certificates.flatMap(({ leads }) => leads.map(({ id }) => id));
  return rows.map((row) => {
    const text = toUnescapedText(row.body);
    return ids.some((id) => names(text, id)) ? { ...row, body: WITHHELD } : row;
  });
}

/** As a whole: an id may be as short as a number. */
function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + id.length] ?? ''];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
