import 'server-only';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { agents, organizations } from '@/lib/db/schema/people';

type Owner = { organizationId: string; agentId: string };

/**
 * Organizations and agents are discoverable only from leads read back (interface 2.1). Stores each owner, and
 * that the service returned it, which proves an owner that an admin typed in. Always in one order, so that
 * concurrent writers of the same owners do not deadlock.
 */
export async function recordOwners(tx: Db, owners: readonly Owner[]): Promise<void> {
  const distinct = distinctOwners(owners).filter(({ organizationId, agentId }) => organizationId && agentId);
  if (distinct.length === 0) return;
  const ids = [...new Set(distinct.map(({ organizationId }) => organizationId))];
  await tx
    .insert(organizations)
    .values(ids.map((id) => ({ id })))
    .onConflictDoNothing();
  await tx
    .insert(agents)
    .values(
      distinct.map(({ organizationId, agentId }) => ({
        organizationId,
        id: agentId,
        verifiedAt: sql`now()`,
      })),
    )
    .onConflictDoNothing();
  // Separate from the insert rather than its conflict clause, which would lock every known agent with every
  // lead.
  const same = distinct.map(({ organizationId, agentId }) =>
    and(eq(agents.organizationId, organizationId), eq(agents.id, agentId)),
  );
  await tx
    .update(agents)
    .set({ verifiedAt: sql`now()` })
    .where(and(isNull(agents.verifiedAt), or(...same)));
}

/** Each owner once, in a fixed order. */
export function distinctOwners<T extends Owner>(owned: readonly T[]): T[] {
  const byOwner = new Map(owned.map((one) => [JSON.stringify([one.organizationId, one.agentId]), one]));
  return [...byOwner].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, owner]) => owner);
}
