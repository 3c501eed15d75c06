import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';

const MAPPING_LOCK = 7_351_004;

/**
 * Holds until the transaction ends that nobody else changes who acts for whom. Such changes are few and short;
 * without it, two of them could give one agent to two people. A transaction that also locks rows of people locks
 * those first, as a sign-in does: in the other order the two would wait for each other.
 */
export async function lockMappings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MAPPING_LOCK})`);
}
