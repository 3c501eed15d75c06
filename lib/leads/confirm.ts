import 'server-only';
import { and, eq, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { unlessRowError } from '@/lib/db/row-error';
import { leads } from '@/lib/db/schema/leads';
import { pendingEdits } from '@/lib/db/schema/timeline';
import type { ServiceLead } from '@/lib/service/lead';
import type { ReadStart } from './read-start';

/** Keeps each statement short, however large the service's pages are. */
const LEADS_PER_STATEMENT = 200;

/**
 * Confirms the leads that the mirror holds as the list shows them: same `updatedAt` and same values as far as
 * the row has them, not deleted, no later snapshot, and no saved edit waiting to be shown. A value that the
 * row omits is unknown and not a difference, unless other rows of the page have it: then it may have been
 * emptied. One statement covers many leads, since most of a list is unchanged; one statement per lead would
 * cost fifteen times as much. Reading and comparing are the same statement, so a concurrent change wins.
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
        // `applyLead` keeps the person of an erased lead out.
        isNull(leads.erasedAt),
        lte(leads.readOrder, readStart.order),
        sql`(page.updated_at is null or ${leads.serviceUpdatedAt} = page.updated_at)`,
        // PostgreSQL compares jsonb by value, so the order of keys does not matter.
        sql`(${leads.record} = page.record or (
          ${isCovered('standard')} and ${isCovered('custom')}
          and ${hasNoGap('standard', '', carries)} and ${hasNoGap('custom', 'customFields.', carries)}))`,
        // `applyLead` decides about saved edits that the page does not show.
        notExists(savedEdits),
      ),
    )
    .returning({ id: leads.id });
}

type Part = 'standard' | 'custom';

const stored = (part: Part) => sql`(${leads.record} -> ${sql.raw(`'${part}'`)})`;
const shown = (part: Part) => sql`(page.record -> ${sql.raw(`'${part}'`)})`;

/** Every value in the row equals the known one. */
function isCovered(part: Part) {
  return sql`${stored(part)} || ${shown(part)} = ${stored(part)}`;
}

/** The row omits no field that is known to have a value and that other rows of the page have. */
function hasNoGap(part: Part, prefix: string, carries: ReadonlySet<string>) {
  const names = JSON.stringify(
    [...carries]
      .filter((key) => (part === 'custom') === key.startsWith('customFields.'))
      .map((key) => key.slice(prefix.length)),
  );
  return sql`not exists (
    select from jsonb_each(${stored(part)}) as known(key, value)
    where value <> 'null' and not jsonb_exists(${shown(part)}, key) and jsonb_exists(${names}::jsonb, key))`;
}
