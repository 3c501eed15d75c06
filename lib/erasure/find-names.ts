import 'server-only';
import { inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { imports } from '@/lib/db/schema/imports';
import { timeline } from '@/lib/db/schema/timeline';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import type { FoundRow } from './find-entries';

/** What a draft, a row or the history of a lead says of the person: each value it has, or had. */
export type Named = { firsts: string[]; lasts: string[]; emails: string[]; phones: string[] };

type Pairs = (readonly [id: string, value: unknown])[];

function toNamed(pairs: Pairs, { email, phone }: KeyFields): Named {
  const of = (...ids: (string | undefined)[]) =>
    pairs.flatMap(([id, value]) => {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      return ids.includes(id) && text !== '' ? [text] : [];
    });
  return {
    ...{ firsts: of('firstName'), lasts: of('lastName') },
    ...{ emails: of('email', email?.id), phones: of(phone?.id) },
  };
}

/** What these rows say of the person, as far as their columns were assigned to fields. */
export async function namedInRows(db: Db, fields: KeyFields, rows: readonly FoundRow[]): Promise<Named[]> {
  const ids = [...new Set(rows.map(({ importId }) => importId))];
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: imports.id, columns: imports.columns })
    .from(imports)
    .where(inArray(imports.id, ids));
  const columnsOf = new Map(found.map(({ id, columns }) => [id, columns ?? []]));
  return rows.map(({ importId, cells, fixes }) => {
    const columns = columnsOf.get(importId) ?? [];
    const read = cells.map((cell, index) => [columns[index] ?? '', cell] as const);
    return toNamed([...read, ...Object.entries(fixes)], fields);
  });
}

/** What these drafts say of the person. */
export async function namedInDrafts(db: Db, fields: KeyFields, ids: readonly string[]): Promise<Named[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ fields: drafts.fields })
    .from(drafts)
    .where(inArray(drafts.id, [...ids]));
  return rows.map((row) =>
    toNamed(
      row.fields.map(([id, , value]) => [id, value] as const),
      fields,
    ),
  );
}

/** What the history of each lead says it was before, and became: somebody married. */
export async function namedInHistory(
  db: Db,
  fields: KeyFields,
  leadIds: readonly string[],
): Promise<Map<string, Named>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db
    .select({ leadId: timeline.leadId, detail: timeline.detail })
    .from(timeline)
    .where(inArray(timeline.leadId, [...leadIds]));
  const pairs = new Map<string, Pairs>();
  for (const { leadId, detail } of rows) {
    if (leadId === null) continue;
    const found = (detail.fields ?? []).flatMap(
      ({ id = '', from, to }): Pairs => [
        [id, from],
        [id, to],
      ],
    );
    pairs.set(leadId, [...(pairs.get(leadId) ?? []), ...found]);
  }
  return new Map([...pairs].map(([id, found]) => [id, toNamed(found, fields)]));
}
