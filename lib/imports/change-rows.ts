import 'server-only';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { type FileFormat, importRows, imports } from '@/lib/db/schema/imports';
import type { FormField } from '@/lib/forms/form-model';
import type { Translate } from '@/lib/forms/texts';
import { hasChoices, LEAVE_EMPTY } from '@/lib/forms/typed-cell';
import {
  type CheckInput,
  type Checking,
  checkAllRows,
  checkRows,
  markDuplicateRows,
  rowChecker,
  UNSENT,
} from './check-rows';
import { toValues, unsureName } from './import-form';
import type { StoredRow } from './imports';
import { inFileAt, isOneCell, type RowsShown, rowsShown, shownIn } from './list-rows';
import { digestShown } from './page-shown';

/** What a person did on one page of rows. */
export type RowChanges = {
  /** The rows that could be left out there, those of them that were, and those that are meant to be sent. */
  shown: readonly number[];
  wasOut: ReadonlySet<number>;
  meant: ReadonlySet<number>;
  /** What the controls held, and a digest of what they showed; without it, they showed what is stored. */
  typed: readonly { position: number; fieldId: string; text: string; seen?: string }[];
  /** The cells whose value is meant for all rows with the same in the file. */
  forAll: readonly { position: number; fieldId: string }[];
};

/** A cell whose new value the form's rules refuse, with what they say. */
export type Refused = { position: number; fieldId: string; message: string };

/** A cell that was changed since the page showed it, with what was entered there. */
export type Outdated = { line: number; label: string; text: string };

/**
 * Stores what a person entered in place of cells, and which rows they leave out; then checks these rows again. Controls
 * that were left as the page showed them change nothing, and what is entered for one row counts before what is meant for
 * all. Returns the first entered value that is refused, and what was not stored because the page was out of date.
 */
export async function saveRows(
  db: Db,
  viewer: Actor,
  task: CheckInput & { changes: RowChanges },
): Promise<{ refused?: Refused; outdated: Outdated[] }> {
  const { stored, changes } = task;
  const { entered, outdated } = await findEntered(db, task);
  const changed = new Set(entered.map(({ position }) => position));
  for (const { position, fieldId } of changes.forAll) {
    const own = entered.find((cell) => cell.position === position && cell.fieldId === fieldId);
    if (own) for (const other of await setForSame(db, { ...task, cell: own })) changed.add(other);
  }
  for (const { position, fieldId, value } of entered)
    await setFixes(db, { where: thisRow(stored.id, position), fieldId, value });
  const { shown, wasOut, meant } = changes;
  const leftOut = shown.filter((position) => !wasOut.has(position) && !meant.has(position));
  await setLeftOut(db, { importId: stored.id, positions: leftOut, isLeftOut: true });
  const taken = shown.filter((position) => wasOut.has(position) && meant.has(position));
  await setLeftOut(db, { importId: stored.id, positions: taken, isLeftOut: false });
  await checkRows(db, viewer, { ...task, positions: [...changed] });
  return { refused: await findRefused(db, { ...task, entered }), outdated };
}

type Entered = { position: number; fieldId: string; value: string };

const thisRow = (importId: string, position: number) =>
  and(
    eq(importRows.importId, importId),
    eq(importRows.position, position),
    inArray(importRows.state, [...UNSENT]),
  );

/** What was changed, of what the controls held; and what of that is out of date. */
async function findEntered(
  db: Db,
  { stored, form, interpretation, changes }: CheckInput & { changes: RowChanges },
): Promise<{ entered: Entered[]; outdated: Outdated[] }> {
  const rows = await readSome(db, stored.id, new Set(changes.typed.map(({ position }) => position)));
  const entered: Entered[] = [];
  const outdated: Outdated[] = [];
  for (const { position, fieldId, text, seen } of changes.typed) {
    const row = rows.get(position);
    const field = form.model.fields.find(({ id }) => id === fieldId);
    if (!row || !field) continue;
    const shown = shownIn(field, toValues(form.model, row, interpretation)[field.key] ?? '');
    const isUntouched = digestShown(text) === seen || (text === '' && hasChoices(field));
    if (isUntouched || text === shown) continue;
    // A row that is left out or sent has no controls.
    const isNow = (seen === undefined || seen === digestShown(shown)) && isOpen(row);
    const value = text === LEAVE_EMPTY ? '' : text;
    if (isNow) entered.push({ position, fieldId, value });
    else outdated.push({ line: row.line, label: field.label, text: labelOf(field, value, form.t) });
  }
  return { entered: [...entered, ...otherNames(rows, { form, interpretation, changes, entered })], outdated };
}

/** Who entered one part of a name that nobody can divide saw the other part, and left it as it should be. */
function otherNames(
  rows: ReadonlyMap<number, SomeRow>,
  { form, interpretation, changes, entered }: Checking & { changes: RowChanges; entered: readonly Entered[] },
): Entered[] {
  return changes.typed.flatMap(({ position, fieldId, text, seen = digestShown(text) }) => {
    const row = rows.get(position);
    const parts = row ? unsureName(form.model, row, interpretation).fields.map(({ id }) => id) : [];
    const isEntered = (id: string) => entered.some((one) => one.position === position && one.fieldId === id);
    const isAccepted = seen === digestShown(text) && !isEntered(fieldId) && parts.some(isEntered);
    return isAccepted && parts.includes(fieldId) ? [{ position, fieldId, value: text }] : [];
  });
}

const isOpen = ({ state, isLeftOut }: SomeRow) => !isLeftOut && UNSENT.some((one) => one === state);

/** An entered value in the words of its control. */
function labelOf({ kind, options }: FormField, value: string, t: Translate): string {
  if (kind === 'boolean' && value !== '') return t(value === 'true' ? 'yes' : 'no');
  return options?.find((option) => String(option.value) === value)?.label ?? value;
}

type SomeRow = Pick<StoredRow, 'line' | 'cells' | 'fixes' | 'state' | 'isLeftOut'>;

async function readSome(db: Db, importId: string, positions: ReadonlySet<number>) {
  if (positions.size === 0) return new Map<number, SomeRow>();
  const { position, line, cells, fixes, state, isLeftOut } = importRows;
  const rows = await db
    .select({ position, line, cells, fixes, state, isLeftOut })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), inArray(position, [...positions])));
  return new Map(rows.map((row) => [row.position, row]));
}

/** Enters a value for all rows that are wrong in this field and have the same in the file. Returns their positions. */
async function setForSame(
  db: Db,
  { stored, form, interpretation, cell }: CheckInput & { cell: Entered },
): Promise<number[]> {
  const { position, fieldId, value } = cell;
  const field = form.model.fields.find(({ id }) => id === fieldId);
  if (!field || !isOneCell(field, form.model, interpretation)) return [];
  const column = interpretation.columns.indexOf(fieldId);
  const first = alias(importRows, 'first');
  const inFile = db
    .select({ text: inFileAt(first.cells, column) })
    .from(first)
    .where(and(eq(first.importId, stored.id), eq(first.position, position)));
  const where = and(
    rowsShown(stored.id, 'wrong'),
    sql`${importRows.wrongFields} @> ${JSON.stringify([fieldId])}::jsonb`,
    sql`${inFileAt(importRows.cells, column)} = (${inFile})`,
  );
  return await setFixes(db, { where, fieldId, value });
}

async function setFixes(
  db: Db,
  { where, fieldId, value }: { where: SQL | undefined; fieldId: string; value: string },
): Promise<number[]> {
  const fixes = JSON.stringify(Object.fromEntries([[fieldId, value]]));
  const changed = await db
    .update(importRows)
    .set({ fixes: sql`${importRows.fixes} || ${fixes}::jsonb` })
    .where(where)
    .returning({ position: importRows.position });
  return changed.map(({ position }) => position);
}

async function setLeftOut(
  db: Db,
  { importId, positions, isLeftOut }: { importId: string; positions: readonly number[]; isLeftOut: boolean },
): Promise<void> {
  if (positions.length === 0) return;
  const { position, state } = importRows;
  const these = and(eq(importRows.importId, importId), inArray(position, [...positions]));
  await db
    .update(importRows)
    .set({ isLeftOut })
    .where(and(these, inArray(state, ['ready', 'wrong'])));
}

/** The first of these values that the rules refuse in a row that is to be sent. */
async function findRefused(
  db: Db,
  { stored, form, interpretation, entered }: CheckInput & { entered: readonly Entered[] },
): Promise<Refused | undefined> {
  const rows = await readSome(db, stored.id, new Set(entered.map(({ position }) => position)));
  const check = rowChecker({ form, interpretation });
  for (const { position, fieldId } of entered) {
    const row = rows.get(position);
    const outcome = row && !row.isLeftOut ? check(row) : undefined;
    const error = outcome?.ok === false ? outcome.errors.find((one) => one.fieldId === fieldId) : undefined;
    if (error) return { position, fieldId, message: error.message };
  }
  return undefined;
}

/** Leaves all rows that are shown so out of what is sent, or takes them in again. Returns how many they were. */
export async function leaveAllOut(
  db: Db,
  { importId, view }: { importId: string; view: RowsShown },
): Promise<number> {
  const changed = await db
    .update(importRows)
    .set({ isLeftOut: view !== 'left-out' })
    .where(rowsShown(importId, view))
    .returning({ position: importRows.position });
  await markDuplicateRows(db, importId);
  return changed.length;
}

/** States how numbers and dates are written in the file, and checks all rows again. */
export async function setFormat(
  db: Db,
  viewer: Actor,
  task: CheckInput & { fileFormat: FileFormat },
): Promise<void> {
  const { stored, fileFormat, interpretation } = task;
  await db.update(imports).set({ fileFormat }).where(eq(imports.id, stored.id));
  await checkAllRows(db, viewer, { ...task, interpretation: { ...interpretation, fileFormat } });
}
