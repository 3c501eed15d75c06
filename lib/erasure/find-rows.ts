import 'server-only';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { isAboutPerson, isByAddress } from './about-person';
import { blankAddressesIn } from './blank';
import { type Entry, entryOfRow } from './entry';
import { mayHold, mayName, oneOf } from './may-hold';
import type { Owned } from './owned';
import { withoutPhonesIn } from './shared-phone';

/** Keeps each statement short: an import has up to 10,000 rows. */
const IMPORTS_AT_ONCE = 20;

const FILE_COLUMNS = {
  id: imports.id,
  organizationId: imports.organizationId,
  columns: imports.columns,
  headings: imports.headings,
};

const ROW_COLUMNS = {
  importId: importRows.importId,
  position: importRows.position,
  state: importRows.state,
  submissionId: importRows.submissionId,
  cells: importRows.cells,
  fixes: importRows.fixes,
};

type File = Pick<typeof imports.$inferSelect, keyof typeof FILE_COLUMNS>;
type Candidate = Pick<typeof importRows.$inferSelect, keyof typeof ROW_COLUMNS> & {
  file: File;
  entry: Entry;
};

/**
 * `theirs`: the rows of imports with their address, those that became one of these submissions, and those not sent yet
 * that are certainly about the person without it. `others`: those about somebody else that have the address somewhere,
 * with it blanked. `withPhone`: those not sent yet that have the phone, without it and the address: it may be theirs, too.
 */
export async function findImportRows(db: Db, owned: Owned) {
  const { addresses, address, submissionIds, personal, fields } = owned;
  const all = await db.select(FILE_COLUMNS).from(imports).orderBy(asc(imports.id));
  const files = new Map(all.map((file) => [file.id, file]));
  const ofSubmissions = new Set(submissionIds);
  const found: Candidate[] = [];
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
    for (const row of rows) {
      const file = files.get(row.importId);
      // A file that arrived meanwhile is found when its rows are looked for again.
      if (file) found.push({ ...row, file, entry: entryOfRow(row, file, fields) });
    }
  }
  const isTheirs = ({ state, submissionId, entry }: Candidate) =>
    (submissionId !== null && ofSubmissions.has(submissionId)) ||
    isByAddress(entry, owned) ||
    // What was sent has another address, and stays with its lead.
    (submissionId === null && state !== 'heading' && isAboutPerson(entry, personal));
  const [theirs, others] = [found.filter(isTheirs), found.filter((row) => !isTheirs(row))];
  return {
    theirs: theirs.map(({ file, ...row }) => ({ ...row, organizationId: file.organizationId })),
    others: others.flatMap((row) => without(row, (value) => blankAddressesIn(value, address)) ?? []),
    withPhone: others.flatMap((row) => {
      if (row.state === 'stored' || row.state === 'heading') return [];
      const rest = without(row, (value) => withoutPhonesIn(value, personal));
      return rest ? [without({ ...row, ...rest }, (value) => blankAddressesIn(value, address)) ?? rest] : [];
    }),
  };
}

type Changed = Pick<Candidate, 'importId' | 'position' | 'state' | 'cells' | 'fixes'>;

/** The row with its values changed; undefined if none is. */
function without(
  { importId, position, state, ...row }: Changed,
  change: <Value>(value: Value) => Value | undefined,
): Changed | undefined {
  const [cells, fixes] = [change(row.cells), change(row.fixes)];
  if (!cells && !fixes) return undefined;
  return { importId, position, state, cells: cells ?? row.cells, fixes: fixes ?? row.fixes };
}

export type FoundRow = Awaited<ReturnType<typeof findImportRows>>['theirs'][number];

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
