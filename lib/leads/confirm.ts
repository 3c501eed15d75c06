import 'server-only';
import { and, eq, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { unlessRowError } from '@/lib/db/row-error';
import { leads, pendingEdits } from '@/lib/db/schema/leads';
import type { ServiceLead } from '@/lib/service/lead';
import type { ReadStart } from './read-start';

/** A statement of this many leads is short, however long the service's pages are. */
const LEADS_PER_STATEMENT = 200;

/**
 * Confirms the leads that are in the mirror as the list shows them: same `updatedAt` and same values as far as it
 * tells them, not deleted, nothing read later, and no edit that the service saved and did not show yet. What a row
 * leaves out is unknown, and no difference; unless other rows of the page have it, for then it may have been emptied.
 * One statement for many, since most of a list is what is known already; a lead each would
 * cost fifteen times as much. What is read and what is compared are one and the same statement, so a change
 * that is applied meanwhile wins.
 *
 * @param carries see `ListedOn`
 * @param readStart when the request for this page began
 * @returns the ids that were confirmed; the others are for `applyLead`
 */
export async function confirmLeads(
  db: Db,
  { page, ...how }: { page: readonly ServiceLead[]; readStart: ReadStart; carries: ReadonlySet<string> },
): Promise<Set<string>> {
  const confirmed = new Set<string>();
  for (let first = 0; first < page.length; first += LEADS_PER_STATEMENT) {
    const read = page.slice(first, first + LEADS_PER_STATEMENT);
    const some = await unlessRowError(() => confirmSome(db, { read, ...how }), []);
    for (const { id } of some) confirmed.add(id);
  }
  return confirmed;
}

type Some = { read: readonly ServiceLead[]; readStart: ReadStart; carries: ReadonlySet<string> };

function confirmSome(db: Db, { read, readStart, carries }: Some) {
  const rows = read.map(({ id, updatedAt, standard, custom }) => ({
    id,
    updated_at: updatedAt ?? null,
    record: { standard, custom },
  }));
  const savedEdits = db
    .select({ id: pendingEdits.id })
    .from(pendingEdits)
    .where(
      and(eq(pendingEdits.leadId, leads.id), isNotNull(pendingEdits.savedAt), isNull(pendingEdits.missingAt)),
    );
  return db
    .update(leads)
    .set({ readStartedAt: readStart.at, readOrder: readStart.order, confirmedAt: readStart.at })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page(id text, updated_at timestamptz, record jsonb)`,
    )
    .where(
      and(
        eq(leads.id, sql`page.id`),
        isNull(leads.deletedAt),
        lte(leads.readOrder, readStart.order),
        sql`(page.updated_at is null or ${leads.serviceUpdatedAt} = page.updated_at)`,
        // The database compares jsonb by value: the order of keys is no difference.
        sql`(${leads.record} = page.record or (
          ${isCovered('standard')} and ${isCovered('custom')}
          and ${hasNoGap('standard', '', carries)} and ${hasNoGap('custom', 'customFields.', carries)}))`,
        // What the service said it saved and the page does not show is for `applyLead` to judge.
        notExists(savedEdits),
      ),
    )
    .returning({ id: leads.id });
}

type Part = 'standard' | 'custom';

const held = (part: Part) => sql`(${leads.record} -> ${sql.raw(`'${part}'`)})`;
const shown = (part: Part) => sql`(page.record -> ${sql.raw(`'${part}'`)})`;

/** Every value that the row tells is the one that is known. */
function isCovered(part: Part) {
  return sql`${held(part)} || ${shown(part)} = ${held(part)}`;
}

/** Nothing is left out of the row that is known to hold something and that other rows of the page have. */
function hasNoGap(part: Part, prefix: string, carries: ReadonlySet<string>) {
  const names = JSON.stringify(
    [...carries]
      .filter((key) => (part === 'custom') === key.startsWith('customFields.'))
      .map((key) => key.slice(prefix.length)),
  );
  return sql`not exists (
    select from jsonb_each(${held(part)}) as known(key, value)
    where value <> 'null' and not jsonb_exists(${shown(part)}, key) and jsonb_exists(${names}::jsonb, key))`;
}
