import 'server-only';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';

/**
 * Prevents other mapping changes until the transaction ends. Mapping changes are few and short; without the
 * lock, two of them could give one agent to two people. A transaction that also locks rows of people must
 * lock those first, as a sign-in does; the other order deadlocks.
 */
export function lockMappings(tx: Db): Promise<void> {
  return lockUntilCommit(tx, ADVISORY_LOCKS.mappings);
}
