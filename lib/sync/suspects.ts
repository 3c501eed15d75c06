import 'server-only';
import { and, eq, gt, gte, isNull, lt, not, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { forgetResolved, hasUnknownSince } from '@/lib/leads/quarantined-leads';
import type { LeadPage } from '@/lib/service/lead';
import { askForReads, askForUnread } from './ask-for-reads';
import { concludeFullSync } from './conclude';
import { MAX_PASSES, mayHaveDrifted } from './drift';
import { beginNextPass, endFullSync, type FullSync } from './full-sync-state';

/** A larger share of missing leads means a faulty list rather than deleted leads. */
const MAX_SHARE = 0.05;
const MAX_MISSING = 50;
/** One missing lead of ten is 10 %, and still one read decides it: the share applies only to larger lists. */
const FEW = 5;

/** Stays with a full sync that is complete otherwise: a search for one lead does not rely on it (`hasFullSyncSince`). */
export const MAY_BE_CUT = 'The list has as many leads as a page may have, and does not say that it ends';

const DRIFTED = 'The list changed each time while it was read: leads may be missing from it';

/**
 * As long as an unclear submission is searched for: a lead that could not be applied since then may be its
 * lead.
 */
const UNKNOWN_MS = 24 * 3_600_000;

/**
 * Ends a full sync whose list was read to its end, or starts another pass if the list may have drifted. Rows it
 * did not confirm are suspects: missing from the list, or older there than here. Each is read, and the read
 * decides. If too many are missing, none is read, and the admin is notified; of older ones some are read after each full sync.
 *
 * It is complete only if every lead of the portal is known here: code that relies on it (confirming does)
 * treats a lead that is not in the mirror as not in the portal. So it is not complete while leads that were
 * missing or never read individually wait to be read, and never if one that was missing still exists.
 */
export async function updateSuspects(
  tx: Db,
  { fullSync, lastPage, now }: { fullSync: FullSync; lastPage: LeadPage; now: Date },
): Promise<void> {
  const hasDrifted = await mayHaveDrifted(tx, fullSync);
  if (hasDrifted && fullSync.passes < MAX_PASSES) {
    await beginNextPass(tx, fullSync);
    return;
  }
  await forgetResolved(tx, { startedOrder: fullSync.startedOrder });
  await askForUnread(tx, { fullSync, now });
  const total = await tx.$count(leads, isNull(leads.deletedAt));
  const { missing, older } = await findSuspects(tx, fullSync);
  const count = missing.length;
  if (count > MAX_MISSING || (count > FEW && count > total * MAX_SHARE)) {
    const many = count > MAX_MISSING ? `More than ${MAX_MISSING}` : `${count}`;
    const detail = `${many} of ${total} leads were missing from the list`;
    await endFullSync(tx, { fullSync, state: 'stopped', detail, suspects: count, now });
    return;
  }
  const detail = hasDrifted ? DRIFTED : await findGap(tx, { fullSync, lastPage, now });
  const ids = [...missing, ...older];
  const end =
    detail === undefined
      ? ({
          state: 'checking',
          detail: (await mayBeCut(tx, { fullSync, lastPage })) ? MAY_BE_CUT : undefined,
        } as const)
      : ({ state: 'incomplete', detail } as const);
  if (!(await endFullSync(tx, { fullSync, ...end, suspects: ids.length, missing, now }))) return;
  await askForReads(tx, { fullSync, leadIds: ids, now });
  await concludeFullSync(tx, now);
}

/**
 * Missing ones up to one too many, older ones up to as many as are read at once. A portal that was restored, or whose
 * clock was corrected, lists all older.
 */
async function findSuspects(tx: Db, fullSync: FullSync): Promise<{ missing: string[]; older: string[] }> {
  const isOlder = sql`${leads.id} in (select unnest(${fullSyncs.older}) from ${fullSyncs} where ${fullSyncs.id} = ${fullSync.id})`;
  const find = async (kind: SQL, most: number) => {
    const rows = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(missingFrom(tx, fullSync), kind))
      .limit(most);
    return rows.map(({ id }) => id);
  };
  return { missing: await find(not(isOlder), MAX_MISSING + 1), older: await find(isOlder, MAX_MISSING) };
}

/**
 * Not deleted here, and not confirmed since this full sync began; except those that are listed and could not be
 * applied.
 */
export function missingFrom(db: Db, { startedOrder }: Pick<FullSync, 'startedOrder'>) {
  const quarantined = db
    .select({ one: sql`1` })
    .from(quarantinedLeads)
    .where(and(eq(quarantinedLeads.leadId, leads.id), gte(quarantinedLeads.lastOrder, startedOrder)));
  return and(isNull(leads.deletedAt), lt(leads.readOrder, startedOrder), notExists(quarantined));
}

/**
 * Why the list, though read to its end, may contain a lead that is not known here; undefined if it cannot.
 */
async function findGap(
  tx: Db,
  { fullSync, lastPage, now }: { fullSync: FullSync; lastPage: LeadPage; now: Date },
): Promise<string | undefined> {
  const { unreadable, seen } = fullSync;
  const { total } = lastPage;
  if (total !== undefined && seen < total)
    return `The list has ${total} leads by its own count, and gave ${seen}`;
  if (lastPage.isCut) return 'The list says that there are more leads, and not where';
  if (unreadable > 0) return `${unreadable} of the list's entries could not be read`;
  const since = new Date(now.getTime() - UNKNOWN_MS);
  if (await hasUnknownSince(tx, since)) return 'Leads of the list could not be kept here';
  return undefined;
}

/** Likely page sizes: 10, 15, 20, 25, 30, 40 and 50, these times ten, and so on. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5];
const MIN_PAGE = 10;
/** 64, 128 and so on. */
const MIN_POWER = 64;

/**
 * Whether a list may continue without saying so: it has one page, nothing in it marks an end, and it has as
 * many leads as a typical page. Not if a longer page was read before: then this is not the page length.
 */
async function mayBeCut(
  db: Db,
  { fullSync, lastPage }: { fullSync: FullSync; lastPage: LeadPage },
): Promise<boolean> {
  const { pageCount, seen } = fullSync;
  if (pageCount !== 1 || lastPage.isEndNamed || !isPageLength(seen)) return false;
  const longer = and(eq(fullSyncs.pageCount, 1), gt(fullSyncs.seen, seen));
  return (await db.$count(fullSyncs, longer)) === 0;
}

/** Whether this is a typical number of entries on a page. */
export function isPageLength(count: number): boolean {
  if (count < MIN_PAGE) return false;
  if (count >= MIN_POWER && Number.isInteger(Math.log2(count))) return true;
  const power = 10 ** Math.floor(Math.log10(count));
  return STEPS.includes(count / power);
}
