import 'server-only';
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { people } from '@/lib/db/schema/people';
import type { Owned } from './find-drafts';
import { oneOf } from './find-leads';
import { holds } from './search';

/** Keeps each statement short: an import has up to 10,000 rows. */
const IMPORTS_AT_ONCE = 10;

/** The cells next to each other: a first name, and the last one after it; and what was corrected. */
const VALUES = sql`concat_ws(' ', (select string_agg(cell #>> '{}', ' ') from jsonb_array_elements(${importRows.cells}) as cell),
  nullif(${importRows.fixes}, '{}')::text)`;

/**
 * `own`: the rows of imports with this address, as they were checked, and those that became one of these submissions.
 * `others`: those that only have one of the texts or phones, unless they wait to be sent.
 */
export async function findRows(db: Db, { email, submissionIds, texts, phones }: Owned) {
  const ofPerson = or(
    email === undefined ? sql`false` : eq(importRows.emailKey, email),
    oneOf(importRows.submissionId, submissionIds),
  );
  const found = [];
  const all = await db.select({ id: imports.id }).from(imports).orderBy(asc(imports.id));
  for (let first = 0; first < all.length; first += IMPORTS_AT_ONCE) {
    const some = all.slice(first, first + IMPORTS_AT_ONCE).map(({ id }) => id);
    const inText = and(
      ne(importRows.state, 'waiting'),
      or(oneOf(importRows.phoneKey, phones), holds(VALUES, texts)),
    );
    const rows = await db
      .select({
        importId: importRows.importId,
        position: importRows.position,
        line: importRows.line,
        state: importRows.state,
        submissionId: importRows.submissionId,
        isOwn: sql<boolean>`coalesce(${ofPerson}, false)`,
        owner: people.email,
        at: imports.createdAt,
      })
      .from(importRows)
      .innerJoin(imports, eq(imports.id, importRows.importId))
      .innerJoin(people, eq(people.id, imports.personId))
      .where(and(inArray(importRows.importId, some), or(ofPerson, inText)))
      .orderBy(asc(importRows.importId), asc(importRows.position));
    found.push(...rows);
  }
  return {
    own: found.filter(({ isOwn }) => isOwn),
    others: found
      .filter(({ isOwn }) => !isOwn)
      .map((row) => ({ kind: 'row' as const, id: `${row.importId}:${row.position}`, ...row })),
  };
}

export type FoundRow = Awaited<ReturnType<typeof findRows>>['own'][number];

/** Locks these until the transaction ends: none of them becomes a submission meanwhile. */
export async function lockRows(
  tx: Db,
  rows: readonly Pick<FoundRow, 'importId' | 'position'>[],
): Promise<void> {
  const inOrder = rows.toSorted(
    (one, other) =>
      Number(one.importId > other.importId) - Number(one.importId < other.importId) ||
      one.position - other.position,
  );
  for (const { importId, position } of inOrder) {
    await tx
      .select({ state: importRows.state })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), eq(importRows.position, position)))
      .for('update');
  }
}
