import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from './handle';

/**
 * The advisory locks of the desk: any numbers, each for one purpose. Processes of two versions of the desk
 * share them, so they stay as they are. Locks of a single lead or person are hashes of its id instead.
 */
export const ADVISORY_LOCKS = {
  /** Two processes that start together must not migrate concurrently. */
  migration: 7_041_977,
  /** Only one process at a time requests a new access token. */
  accessToken: 7_041_978,
  /** There is never more than one full sync under way. */
  fullSync: 7_041_979,
  /** Serialises changes of the desired subscriptions. */
  subscriptions: 7_041_980,
  /** Processes check the heartbeat one at a time. */
  heartbeat: 5_412_004,
  /** Those who write leads by the company field share it, who changes the field has it alone. */
  companyField: 7_203_118,
  /** A change of the brand keeps what another one changed. */
  brand: 7_203_119,
  /** There is one key that signs receipts, even if two processes need the first one together. */
  receiptKey: 7_203_120,
  /** There is one erasure at a time: two may be about the same leads. */
  erasure: 7_203_129,
  /** A change of how long rows are kept asks about what it shortens. */
  retention: 7_203_121,
  /** The number of saved views of a person and of an organization is limited. */
  savedViews: 7_203_128,
  /** There is one import of a people file at a time, and each of its lines is imported once. */
  peopleImport: 7_203_130,
  /** Two changes of mappings could give one agent to two people. */
  mappings: 7_351_004,
} as const;

export type AdvisoryLock = (typeof ADVISORY_LOCKS)[keyof typeof ADVISORY_LOCKS];

/** Waits for the lock and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Db, lock: AdvisoryLock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
}

/** Serialises what one person submits and saves until the transaction ends: a late save of a draft finds its submission. */
export async function lockPerson(tx: Db, personId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${personId}, 2))`);
}
