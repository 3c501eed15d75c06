import 'server-only';
import { readingsOf } from '@/lib/core/readings';
import { holdsWord } from '@/lib/core/text';
import { ADVISORY_LOCKS, tryShareUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { erasures } from '@/lib/db/schema/erasures';

const WITHHELD = new TextEncoder().encode('Not kept: it names a lead whose person was erased.');
const WITHHELD_DURING = new TextEncoder().encode('Not kept: it arrived while a person was being erased.');

/**
 * The same deliveries, which nobody could read, without the bytes of those that may bring an erased person back: they name
 * a lead of theirs, or arrive during an erasure, which has looked through these already. Others must not wait for that.
 */
export async function withholdErased<Row extends { body: Uint8Array }>(
  tx: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  if (!(await tryShareUntilCommit(tx, ADVISORY_LOCKS.erasure)))
    return rows.map((row) => ({ ...row, body: WITHHELD_DURING }));
  const certificates = await tx.select({ leads: erasures.leads }).from(erasures);
  const ids = certificates.flatMap(({ leads }) => leads.map(({ id }) => id));
  return rows.map((row) => {
    const texts = ids.length > 0 ? readingsOf(row.body) : [];
    const isNamed = texts.some((text) => ids.some((id) => holdsWord(text, id)));
    return isNamed ? { ...row, body: WITHHELD } : row;
  });
}
