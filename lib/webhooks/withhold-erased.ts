import 'server-only';
import { holdsWord, toUnescapedText } from '@/lib/core/text';
import { ADVISORY_LOCKS, shareUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { erasures } from '@/lib/db/schema/erasures';

const WITHHELD = new TextEncoder().encode('Not kept: it names a lead whose person was erased.');

/**
 * The same deliveries, which nobody could read, without the bytes of those that name a lead whose person was erased: they
 * may bring the person back. An erasure that is under way ends first: otherwise it would find neither these nor its
 * certificate be found here.
 */
export async function withholdErased<Row extends { body: Uint8Array }>(
  tx: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  await shareUntilCommit(tx, ADVISORY_LOCKS.erasure);
  const certificates = await tx.select({ leads: erasures.leads }).from(erasures);
  const ids = certificates.flatMap(({ leads }) => leads.map(({ id }) => id));
  return rows.map((row) => {
    const text = toUnescapedText(row.body);
    return ids.some((id) => holdsWord(text, id)) ? { ...row, body: WITHHELD } : row;
  });
}
