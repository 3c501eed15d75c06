import 'server-only';
import { desc, inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { imports } from '@/lib/db/schema/imports';
import { type TimelineDetail, timeline } from '@/lib/db/schema/timeline';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { isAddress } from './about-person';
import type { FoundRow } from './find-entries';
import type { FoundLead } from './find-leads';
import type { Name } from './name-pattern';

/** What a draft or row says of its person. */
type Named = Name & { phones: string[] };

type Values = ReadonlyMap<string, unknown>;

/** None of one whose email field holds another address, too, or this one in a field of another kind: it is of others. */
function toNamed(
  values: Values,
  { addresses, fields }: { addresses: readonly string[]; fields: KeyFields },
): Named[] {
  const of = (id: string) => {
    const value = values.get(id);
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const email = of('email') || of(fields.email?.id ?? '');
  const isAlone = isAddress(email, addresses) && (email.match(/@/g) ?? []).length === 1;
  if (!isAlone) return [];
  const phone = of(fields.phone?.id ?? '');
  return [{ first: of('firstName'), last: of('lastName'), phones: phone ? [phone] : [] }];
}

/** What these rows say of the person, as far as their columns were assigned to fields. */
export async function namedInRows(
  db: Db,
  fields: KeyFields,
  { addresses, rows }: { addresses: readonly string[]; rows: readonly FoundRow[] },
): Promise<Named[]> {
  const ids = [...new Set(rows.map(({ importId }) => importId))];
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: imports.id, columns: imports.columns })
    .from(imports)
    .where(inArray(imports.id, ids));
  const columnsOf = new Map(found.map(({ id, columns }) => [id, columns ?? []]));
  return rows.flatMap(({ importId, cells, fixes }) => {
    const columns = columnsOf.get(importId) ?? [];
    const read = cells.map((cell, index): [string, unknown] => [columns[index] ?? '', cell]);
    return toNamed(new Map([...read, ...Object.entries(fixes)]), { addresses, fields });
  });
}

/** What these drafts say of the person. */
export async function namedInDrafts(
  db: Db,
  fields: KeyFields,
  { addresses, ids }: { addresses: readonly string[]; ids: readonly string[] },
): Promise<Named[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ fields: drafts.fields })
    .from(drafts)
    .where(inArray(drafts.id, [...ids]));
  return rows.flatMap((row) =>
    toNamed(new Map(row.fields.map(([id, , value]) => [id, value])), { addresses, fields }),
  );
}

/** The names that these leads' persons had before: from the history, as long as one of the two stayed. */
export async function earlierNames(db: Db, leads: readonly FoundLead[]): Promise<Name[]> {
  if (leads.length === 0) return [];
  const entries = await db
    .select({ leadId: timeline.leadId, detail: timeline.detail })
    .from(timeline)
    .where(
      inArray(
        timeline.leadId,
        leads.map(({ id }) => id),
      ),
    )
    .orderBy(desc(timeline.id));
  return leads.flatMap(({ id, firstName, lastName }) =>
    goBack(
      { first: firstName, last: lastName },
      entries.flatMap(({ leadId, detail }) => (leadId === id ? [detail] : [])),
    ),
  );
}

/** Where both names changed at once, it was about somebody else before. */
function goBack(now: Name, newestFirst: readonly TimelineDetail[]): Name[] {
  const names: Name[] = [];
  let name = now;
  for (const { fields = [] } of newestFirst) {
    const first = fields.find(({ id }) => id === 'firstName')?.from;
    const last = fields.find(({ id }) => id === 'lastName')?.from;
    if (first !== undefined && last !== undefined) break;
    if (first === undefined && last === undefined) continue;
    name = { first: first ?? name.first, last: last ?? name.last };
    if (name.first !== '' && name.last !== '') names.push(name);
  }
  return names;
}
