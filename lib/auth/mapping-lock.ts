import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';

const MAPPING_LOCK = 7_351_004;

/**
 * Prevents other mapping changes until the transaction ends. Mapping changes are few and short; without the
 * lock, two of them could give one agent to two people. A transaction that also locks rows of people must
 * lock those first, as a sign-in does; the other order deadlocks.
 */
export async function lockMappings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MAPPING_LOCK})`);
}
