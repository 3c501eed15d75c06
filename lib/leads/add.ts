import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { unlessRowError } from '@/lib/db/row-error';
import { leads } from '@/lib/db/schema/leads';
import { getKeyFields, keepCompanyField } from '@/lib/lead-schema/company-field';
import { publishChange } from '@/lib/live/message';
import type { ServiceLead } from '@/lib/service/lead';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { lockNewLeads } from './lock-lead';
import type { ReadStart } from './read-start';
import { recordCompanies } from './record-companies';
import { distinctOwners, recordOwners } from './record-owners';
import { type MirrorRow, toRow } from './to-row';
import { findErased } from './without-person';

/** Keeps each transaction short, however large the service's pages are. */
const LEADS_AT_ONCE = 100;

/**
 * Adds leads that the mirror never stored, in bulk: what `applyLead` does with a new lead, for many. The first
 * import of a portal contains only new leads, and adding them one by one costs twenty times as much.
 *
 * @param readStart when the request for this page began
 * @param mayOmit whether the list leaves fields out; each lead must then be read individually
 * @returns the ids that were added; the others are for `applyLead`: the mirror knew them, or cannot store one
 * of them
 */
export async function addLeads(
  db: Db,
  { page, readStart, mayOmit }: { page: readonly ServiceLead[]; readStart: ReadStart; mayOmit: boolean },
): Promise<Set<string>> {
  const added = new Set<string>();
  for (let first = 0; first < page.length; first += LEADS_AT_ONCE) {
    const some = page.slice(first, first + LEADS_AT_ONCE);
    const add = async (tx: Db) => {
      await tx.execute(sql`select ${keepCompanyField}`);
      const keyFields = await getKeyFields(tx);
      const listed = { needsRead: mayOmit, omittedFields: [] };
      const rows = some.map((lead) => toRow({ lead, readStart, listed, keyFields }));
      return addRows(tx, rows);
    };
    // One lead that cannot be stored fails its whole group; `applyLead` then takes the group one by one.
    const rows = await unlessRowError(() => db.transaction(add), []);
    for (const { id } of rows) added.add(id);
  }
  return added;
}

async function addRows(tx: Db, page: readonly MirrorRow[]): Promise<MirrorRow[]> {
  const ids = page.map(({ id }) => id);
  await lockNewLeads(tx, ids);
  const erased = await findErased(tx, ids);
  // Not even the company of an erased lead is noted.
  const rows = page.filter(({ id }) => !erased.has(id));
  if (rows.length === 0) return [];
  await recordOwners(tx, rows);
  await recordCompanies(tx, rows);
  const inserted = await tx
    .insert(leads)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: leads.id });
  const isNew = new Set(inserted.map(({ id }) => id));
  const added = rows.filter(({ id }) => isNew.has(id));
  if (added.length === 0) return [];
  await writeTimeline(
    tx,
    added.map(({ id, submittedAt, organizationId, agentId }) => ({
      leadId: id,
      organizationId,
      agentId,
      at: submittedAt,
      kind: 'first-seen' as const,
    })),
  );
  // One hint per owner: a browser that receives it refetches the whole list.
  for (const row of distinctOwners(added)) await publishChange(tx, { kind: 'lead', ...row });
  return added;
}
