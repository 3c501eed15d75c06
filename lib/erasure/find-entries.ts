import 'server-only';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import { toEmailKey } from '@/lib/known-keys/email';

/** What belongs to the person already, by other means than their address. */
type Owned = { email: string; leadIds: readonly string[]; submissionIds: readonly string[] };

/** Keeps each statement short: an import has up to 10,000 rows. */
const IMPORTS_AT_ONCE = 20;

/** Whether a value is this address and nothing else, or as mail programs write it: `Ann Lee <ann@example.com>`. */
function isAddress(value: unknown, email: string): boolean {
  if (typeof value !== 'string') return false;
  const [, inBrackets] = /<([^<>]+)>\s*$/.exec(value) ?? [];
  return toEmailKey(inBrackets ?? value) === email;
}

/**
 * Finds rows whose text or JSON may hold this; the caller looks closely. Of a name the longest word, since others may be
 * between its words. Both cases, because a locale may know only ASCII.
 */
export function mayHold(column: PgColumn | SQL, text: string): SQL {
  const words = text.includes('@') ? [text] : text.split(/[\s._-]+/);
  const word = words.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const forms = [...new Set([word, JSON.stringify(word).slice(1, -1)])];
  const found = forms.map(
    (form) =>
      sql`strpos(${column}::text, ${form}) > 0 or strpos(lower(${column}::text), ${form.toLowerCase()}) > 0`,
  );
  return sql`(${sql.join(found, sql` or `)})`;
}

/** Whether it is one of these; undefined, as a part of a condition, for none. */
export const oneOf = (column: PgColumn, ids: readonly string[]) =>
  ids.length > 0 ? inArray(column, [...ids]) : undefined;

/** The drafts with a field that is this address, of edits of these leads, and of corrections of these submissions. */
export async function findDrafts(db: Db, { email, leadIds, submissionIds }: Owned): Promise<string[]> {
  const { id, fields, leadId, replaces } = drafts;
  const rows = await db
    .select({ id, fields, leadId, replaces })
    .from(drafts)
    .where(or(mayHold(fields, email), oneOf(leadId, leadIds), oneOf(replaces, submissionIds)));
  const [ofLeads, ofSubmissions] = [new Set(leadIds), new Set(submissionIds)];
  return rows
    .filter(
      (draft) =>
        (draft.leadId !== null && ofLeads.has(draft.leadId)) ||
        (draft.replaces !== null && ofSubmissions.has(draft.replaces)) ||
        draft.fields.some(([, , value]) => [value].flat().some((one) => isAddress(one, email))),
    )
    .map((draft) => draft.id);
}

const ROW_COLUMNS = {
  importId: importRows.importId,
  position: importRows.position,
  state: importRows.state,
  submissionId: importRows.submissionId,
  cells: importRows.cells,
  fixes: importRows.fixes,
};

/** The rows of imports with a cell that is this address, and those that became one of these submissions. */
export async function findImportRows(db: Db, { email, submissionIds }: Owned) {
  const all = await db.select({ id: imports.id }).from(imports).orderBy(asc(imports.id));
  const found = [];
  for (let first = 0; first < all.length; first += IMPORTS_AT_ONCE) {
    const some = all.slice(first, first + IMPORTS_AT_ONCE).map(({ id }) => id);
    const held = or(mayHold(importRows.cells, email), mayHold(importRows.fixes, email));
    const rows = await db
      .select(ROW_COLUMNS)
      .from(importRows)
      .where(
        and(inArray(importRows.importId, some), or(held, oneOf(importRows.submissionId, submissionIds))),
      );
    found.push(...rows);
  }
  const ofSubmissions = new Set(submissionIds);
  return found.filter(
    ({ submissionId, cells, fixes }) =>
      (submissionId !== null && ofSubmissions.has(submissionId)) ||
      [...cells, ...Object.values(fixes)].some((value) => isAddress(value, email)),
  );
}

export type FoundRow = Awaited<ReturnType<typeof findImportRows>>[number];

/** Locks these until the transaction ends: none of them becomes a submission meanwhile. */
export async function lockRows(tx: Db, rows: readonly FoundRow[]): Promise<void> {
  for (const { importId, position } of rows) {
    await tx
      .select({ state: importRows.state })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), eq(importRows.position, position)))
      .for('update');
  }
}
