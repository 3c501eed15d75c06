import 'server-only';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { type Limit, takeTurn } from '@/lib/limits/limit';

/** Enough to be seen, too little to fill the log with. */
const DENIED: Limit = { name: 'denied', burst: 1, everyMs: 60_000 };

/**
 * Writes down that somebody who is signed in asked for what only admins may: at most once a minute for each
 * person and address.
 */
export async function noteDenied(
  db: Db,
  { by, path, at }: { by: Actor; path: string; at: Date },
): Promise<void> {
  const { personId, email } = by;
  await db.transaction(async (tx) => {
    const turn = await takeTurn(tx, { limit: DENIED, whom: `${personId} ${path}` });
    if (turn.allowed)
      await writeAudit(tx, { by: { personId, email }, act: 'access.denied', subject: path, at });
  });
}
