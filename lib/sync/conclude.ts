import 'server-only';
import { and, desc, eq, exists, gte, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/connection';
import { unappliedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import type { Sweep } from './sweep-state';

/** Longer than all refetches of a lead take: what is not read by then is left to the next sweep. */
const TIMEOUT_MS = 4 * 60_000;
/**
 * As long as an unclear submission is searched for: a lead first seen since then and not read yet may be its
 * lead.
 */
const RECENT_MS = 25 * 3_600_000;

/** The sweep that was read to its end and waits for reads to show whether it is complete. */
export async function findChecking(db: Db, now: Date): Promise<Sweep | undefined> {
  const since = new Date(now.getTime() - TIMEOUT_MS);
  const [sweep] = await db
    .select()
    .from(sweeps)
    .where(and(eq(sweeps.state, 'checking'), gte(sweeps.finishedAt, since), lte(sweeps.finishedAt, now)))
    .orderBy(desc(sweeps.startedOrder))
    .limit(1);
  return sweep;
}

/**
 * Ends a sweep that waits for reads, once they are done: it is complete if every lead missing from the list
 * is really deleted. A single one that still exists proves that the list is not complete. Reads that take too
 * long prove nothing, and the sweep does not count.
 */
export async function concludeSweep(db: Db, now: Date): Promise<void> {
  const checking = await db.select().from(sweeps).where(eq(sweeps.state, 'checking'));
  for (const sweep of checking) {
    const end = await decideEnd(db, sweep, now);
    if (!end) continue;
    const isStill = and(eq(sweeps.id, sweep.id), eq(sweeps.state, 'checking'));
    await db.update(sweeps).set(end).where(isStill);
  }
}

type End = { state: 'complete' | 'incomplete'; detail: string | null };

async function decideEnd(db: Db, sweep: Sweep, now: Date): Promise<End | undefined> {
  const { waiting, found } = await countMissing(db, sweep);
  if (found > 0) {
    const detail = 'Leads that the list did not have are in the portal: the list is not complete';
    return { state: 'incomplete', detail };
  }
  if (waiting === 0 && !(await hasUnread(db, sweep))) return { state: 'complete', detail: sweep.detail };
  // An end in our future was written by a clock that was ahead; how long ago is unknown.
  const waited = now.getTime() - (sweep.finishedAt ?? now).getTime();
  if (waited >= 0 && waited < TIMEOUT_MS) return undefined;
  return {
    state: 'incomplete',
    detail: 'Leads that had to be read one by one could not all be read in time',
  };
}

/** Of the leads missing from the list: how many were not read yet, and how many were found. */
async function countMissing(db: Db, sweep: Sweep): Promise<{ waiting: number; found: number }> {
  const { id, missing, startedOrder } = sweep;
  if (missing.length === 0) return { waiting: 0, found: 0 };
  const isMissing = sql`${leads.id} in (select unnest(${sweeps.missing}) from ${sweeps} where ${sweeps.id} = ${id})`;
  const alive = and(isMissing, isNull(leads.deletedAt));
  // One that cannot be stored here was found as well.
  const setAside = db
    .select({ one: sql`1` })
    .from(unappliedLeads)
    .where(and(eq(unappliedLeads.leadId, leads.id), gte(unappliedLeads.lastOrder, startedOrder)));
  const isFound = or(gte(leads.readOrder, startedOrder), exists(setAside));
  const found = await db.$count(leads, and(alive, isFound));
  return { waiting: (await db.$count(leads, alive)) - found, found };
}

/** Whether a recently added lead is known from the list alone, which does not show all of it. */
async function hasUnread(db: Db, { startedAt }: Sweep): Promise<boolean> {
  const recent = gte(leads.firstSeenAt, new Date(startedAt.getTime() - RECENT_MS));
  const unread = and(leads.fromList, leads.needsRead, isNull(leads.deletedAt), recent);
  return (await db.$count(leads, unread)) > 0;
}
