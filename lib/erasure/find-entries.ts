import 'server-only';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import type { DraftField } from '@/lib/forms/draft-fields';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers } from '@/lib/lead-schema/contact';
import { hasName, hasOtherAddress, hasPhone, isAboutPerson, isAddress } from './about-person';
import type { Personal } from './blank';
import { mayName } from './may-hold';

/** What belongs to the person already, by other means than their address, and what names them. */
type Owned = {
  /** Of the leads and submissions. */
  organizationIds: ReadonlySet<string>;
  /** The address in its spellings. */
  addresses: readonly string[];
  leadIds: readonly string[];
  submissionIds: readonly string[];
  personal: Personal;
  fields: KeyFields;
};

/** Keeps each statement short: an import has up to 10,000 rows. */
const IMPORTS_AT_ONCE = 20;

/**
 * Finds rows whose text or JSON may hold this; the caller looks closely. Both cases, because a locale may know only ASCII.
 */
function mayHold(column: PgColumn | SQL, texts: readonly string[]): SQL {
  const forms = [...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
  const found = forms.map(
    (form) =>
      sql`strpos(${column}::text, ${form}) > 0 or strpos(lower(${column}::text), ${form.toLowerCase()}) > 0`,
  );
  return sql`(${sql.join(found, sql` or `)})`;
}

/** Whether it is one of these; undefined, as a part of a condition, for none. */
export const oneOf = (column: PgColumn, ids: readonly string[]) =>
  ids.length > 0 ? inArray(column, [...ids]) : undefined;

/**
 * The drafts with a field that is this address, of edits of these leads, of corrections of these submissions, and those
 * that are certainly about the person without their address.
 */
export async function findDrafts(db: Db, owned: Owned): Promise<string[]> {
  const { addresses, leadIds, submissionIds, personal } = owned;
  const { id, fields, leadId, replaces, organizationId } = drafts;
  const rows = await db
    .select({ id, fields, leadId, replaces, organizationId })
    .from(drafts)
    .where(
      or(
        ...[mayHold(fields, addresses), mayName(fields, personal)],
        ...[oneOf(leadId, leadIds), oneOf(replaces, submissionIds)],
      ),
    );
  const [ofLeads, ofSubmissions] = [new Set(leadIds), new Set(submissionIds)];
  return rows
    .filter(
      (draft) =>
        (draft.leadId !== null && ofLeads.has(draft.leadId)) ||
        (draft.replaces !== null && ofSubmissions.has(draft.replaces)) ||
        draft.fields.some(([, , value]) => [value].flat().some((one) => isAddress(one, addresses))) ||
        isDraftAbout(draft.fields, { ...owned, isOurs: owned.organizationIds.has(draft.organizationId) }),
    )
    .map((draft) => draft.id);
}

/** The organizations that these drafts and rows are of. */
export async function organizationsOf(
  db: Db,
  { rows, draftIds }: { rows: readonly FoundRow[]; draftIds: readonly string[] },
): Promise<string[]> {
  const importIds = [...new Set(rows.map(({ importId }) => importId))];
  const [ofImports, ofDrafts] = [
    importIds.length > 0
      ? await db.select({ id: imports.organizationId }).from(imports).where(inArray(imports.id, importIds))
      : [],
    draftIds.length > 0
      ? await db
          .select({ id: drafts.organizationId })
          .from(drafts)
          .where(inArray(drafts.id, [...draftIds]))
      : [],
  ];
  return [...ofImports, ...ofDrafts].map(({ id }) => id);
}

/**
 * The full name with the phone or company; the name and nothing by which someone else is reached, in an organization that
 * has the lead; or the phone without another name or address: colleagues may share one.
 */
function isDraftAbout(
  typed: readonly DraftField[],
  { personal, fields, isOurs }: Owned & { isOurs: boolean },
): boolean {
  const values = typed.flatMap(([, , value]) => value).map(String);
  if (isAboutPerson(values, personal)) return true;
  const answers = Object.fromEntries(typed.map(([id, , value]) => [id, value]));
  const contact = Object.values(contactOfAnswers(answers, fields)).filter((text) => text?.trim());
  if (hasName(values, personal)) return isOurs && contact.length === 0;
  const hasOtherName = ['firstName', 'lastName'].some(
    (id) => String(getOwn(answers, id) ?? '').trim() !== '',
  );
  return hasPhone(values, personal) && !hasOtherName && !hasOtherAddress(values, personal);
}

const ROW_COLUMNS = {
  importId: importRows.importId,
  position: importRows.position,
  state: importRows.state,
  submissionId: importRows.submissionId,
  cells: importRows.cells,
  fixes: importRows.fixes,
};

/**
 * The rows of imports with a cell that is this address, those that became one of these submissions, and those not sent
 * yet that are certainly about the person without their address.
 */
export async function findImportRows(db: Db, { addresses, submissionIds, personal }: Owned) {
  const all = await db.select({ id: imports.id }).from(imports).orderBy(asc(imports.id));
  const found = [];
  for (let first = 0; first < all.length; first += IMPORTS_AT_ONCE) {
    const some = all.slice(first, first + IMPORTS_AT_ONCE).map(({ id }) => id);
    const held = or(
      ...[mayHold(importRows.cells, addresses), mayHold(importRows.fixes, addresses)],
      ...[mayName(importRows.cells, personal), mayName(importRows.fixes, personal)],
    );
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
    ({ state, submissionId, cells, fixes }) =>
      (submissionId !== null && ofSubmissions.has(submissionId)) ||
      [...cells, ...Object.values(fixes)].some((value) => isAddress(value, addresses)) ||
      // What was sent has another address, and stays with its lead.
      (submissionId === null &&
        state !== 'heading' &&
        isAboutPerson([...cells, ...Object.values(fixes)].map(String), personal)),
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
