import 'server-only';
import { and, desc, eq, exists, gte, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import type { FullSync } from './full-sync-state';

/** Longer than all refetches of a lead take: what is not read by then is left to the next full sync. */
const TIMEOUT_MS = 4 * 60_000;
/**
 * As long as an unclear submission is searched for: a lead first seen since then and not read yet may be its
 * lead.
 */
const RECENT_MS = 25 * 3_600_000;

/** The full sync that was read to its end and waits for reads to show whether it is complete. */
export async function findChecking(db: Db, now: Date): Promise<FullSync | undefined> {
  const since = new Date(now.getTime() - TIMEOUT_MS);
  const [fullSync] = await db
    .select()
    .from(fullSyncs)
    .where(
      and(eq(fullSyncs.state, 'checking'), gte(fullSyncs.finishedAt, since), lte(fullSyncs.finishedAt, now)),
    )
    .orderBy(desc(fullSyncs.startedOrder))
    .limit(1);
  return fullSync;
}

/**
 * Ends a full sync that waits for reads, once they are done: it is complete if every lead missing from the list
 * is really deleted. A single one that still exists proves that the list is not complete. Reads that take too
 * long prove nothing, and the full sync does not count.
 */
export async function concludeFullSync(db: Db, now: Date): Promise<void> {
  const checking = await db.select().from(fullSyncs).where(eq(fullSyncs.state, 'checking'));
  for (const fullSync of checking) {
    const end = await decideEnd(db, fullSync, now);
    if (!end) continue;
    const isStill = and(eq(fullSyncs.id, fullSync.id), eq(fullSyncs.state, 'checking'));
    await db.update(fullSyncs).set(end).where(isStill);
  }
}

type End = { state: 'complete' | 'incomplete'; detail: string | null };

async function decideEnd(db: Db, fullSync: FullSync, now: Date): Promise<End | undefined> {
  const { waiting, found } = await countMissing(db, fullSync);
  if (found > 0) {
    const detail = 'Leads that the list did not have are in the portal: the list is not complete';
    return { state: 'incomplete', detail };
  }
  if (waiting === 0 && !(await hasUnread(db, fullSync)))
    return { state: 'complete', detail: fullSync.detail };
  // An end in our future was written by a clock that was ahead; how long ago is unknown.
  const waited = now.getTime() - (fullSync.finishedAt ?? now).getTime();
  if (waited >= 0 && waited < TIMEOUT_MS) return undefined;
  return {
    state: 'incomplete',
    detail: 'Leads that had to be read one by one could not all be read in time',
  };
}

/** Of the leads missing from the list: how many were not read yet, and how many were found. */
async function countMissing(db: Db, fullSync: FullSync): Promise<{ waiting: number; found: number }> {
  const { id, missing, startedOrder } = fullSync;
  if (missing.length === 0) return { waiting: 0, found: 0 };
  const isMissing = sql`${leads.id} in (select unnest(${fullSyncs.missing}) from ${fullSyncs} where ${fullSyncs.id} = ${id})`;
  const alive = and(isMissing, isNull(leads.deletedAt));
  // One that cannot be stored here was found as well.
  const quarantined = db
    .select({ one: sql`1` })
    .from(quarantinedLeads)
    .where(and(eq(quarantinedLeads.leadId, leads.id), gte(quarantinedLeads.lastOrder, startedOrder)));
  const isFound = or(gte(leads.readOrder, startedOrder), exists(quarantined));
  const found = await db.$count(leads, and(alive, isFound));
  return { waiting: (await db.$count(leads, alive)) - found, found };
}

/** Whether a recently added lead is known from the list alone, which does not show all of it. */
async function hasUnread(db: Db, { startedAt }: FullSync): Promise<boolean> {
  const recent = gte(leads.firstSeenAt, new Date(startedAt.getTime() - RECENT_MS));
  const unread = and(leads.fromList, leads.needsRead, isNull(leads.deletedAt), recent);
  return (await db.$count(leads, unread)) > 0;
}
