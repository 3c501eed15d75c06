import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { unlessRowError } from '@/lib/db/row-error';
import { leads, timeline } from '@/lib/db/schema/leads';
import { publishChange } from '@/lib/live/message';
import type { ServiceLead } from '@/lib/service/lead';
import { distinctOwners, noteOwners } from './note-owners';
import type { ReadStart } from './read-start';
import { type LeadRow, toRow } from './to-row';

/** A transaction of this many leads is short, however long the service's pages are. */
const LEADS_AT_ONCE = 100;

/**
 * Brings leads into the mirror that it never held: what `applyLead` does with a new one, for many at once. The
 * first reading of a portal is nothing but new leads, and one by one each would cost twenty times as much.
 *
 * @param readStart when the request for this page began
 * @param mayOmit whether the list leaves fields out: then they are to be read by themselves
 * @returns the ids that were added; the others are for `applyLead`: the mirror knew them, or cannot take one of them
 */
export async function addLeads(
  db: Db,
  { page, readStart, mayOmit }: { page: readonly ServiceLead[]; readStart: ReadStart; mayOmit: boolean },
): Promise<Set<string>> {
  const added = new Set<string>();
  for (let first = 0; first < page.length; first += LEADS_AT_ONCE) {
    const rows = page
      .slice(first, first + LEADS_AT_ONCE)
      .map((lead) => toRow({ lead, readStart, listed: { wantsRead: mayOmit, leftOut: [] } }));
    // One that cannot be kept makes all of its group fail: they are left for `applyLead`, one by one.
    const some = await unlessRowError(() => db.transaction((tx) => addRows(tx, rows.toSorted(byTotals))), []);
    for (const { id } of some) added.add(id);
  }
  return added;
}

async function addRows(tx: Db, rows: readonly LeadRow[]): Promise<LeadRow[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  // The locks of `lockLead`, in one order for all who take several.
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(id, 1))
    from (select id from jsonb_array_elements_text(${ids}::jsonb) as id order by id) as page`);
  await noteOwners(tx, rows);
  const inserted = await tx
    .insert(leads)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: leads.id });
  const isNew = new Set(inserted.map(({ id }) => id));
  const added = rows.filter(({ id }) => isNew.has(id));
  if (added.length === 0) return [];
  await tx.insert(timeline).values(
    added.map(({ id, submittedAt, organizationId, agentId }) => ({
      ...{ leadId: id, organizationId, agentId },
      ...{ at: submittedAt, kind: 'first-seen' as const },
    })),
  );
  // One hint per owner: whoever hears it reads their whole list again.
  for (const row of distinctOwners(added)) await publishChange(tx, { kind: 'lead', ...row });
  return added;
}

/** The order in which the totals are added up: two who add to the same ones do not wait for each other. */
function byTotals(one: LeadRow, other: LeadRow): number {
  const place = ({ organizationId, agentId, status }: LeadRow) =>
    [organizationId, agentId, status].join('\0');
  return place(one) < place(other) ? -1 : 1;
}
