import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { type FileFormat, importRows, imports } from '@/lib/db/schema/imports';
import { type CheckInput, checkAllRows, checkRows, markTwins, refusalOf } from './check-rows';
import { type RowsShown, rowsShown } from './list-rows';

/** What a person enters for one field of a row. */
export type Fixes = Readonly<Record<string, string>>;

/** A value that the form's rules refuse, with what they say: it is not stored. */
export type Refused = { fieldId: string; message: string };

/**
 * Enters values for one row in place of its cells, and checks it again. Returns the first value that is refused, if one
 * is; the others are stored.
 */
export async function fixRow(
  db: Db,
  viewer: Actor,
  task: CheckInput & { position: number; fixes: Fixes },
): Promise<Refused | undefined> {
  const { stored, position } = task;
  const judged = Object.entries(task.fixes).map(([fieldId, value]) => ({
    fieldId,
    value,
    message: refusalOf(task, { fieldId, value }),
  }));
  const right = judged.filter(({ message }) => message === undefined);
  const fixes = JSON.stringify(Object.fromEntries(right.map(({ fieldId, value }) => [fieldId, value])));
  await db
    .update(importRows)
    .set({ fixes: sql`${importRows.fixes} || ${fixes}::jsonb` })
    .where(and(eq(importRows.importId, stored.id), eq(importRows.position, position)));
  await checkRows(db, viewer, { ...task, positions: [position] });
  return judged.flatMap(({ fieldId, message }) => (message === undefined ? [] : [{ fieldId, message }]))[0];
}

/** Enters one value for all rows whose value of this field is refused. Returns how many they were, or why it is refused. */
export async function fixAll(
  db: Db,
  viewer: Actor,
  task: CheckInput & { fieldId: string; value: string },
): Promise<number | Refused> {
  const { stored, fieldId, value } = task;
  const message = refusalOf(task, { fieldId, value });
  if (message !== undefined) return { fieldId, message };
  const fixes = JSON.stringify(Object.fromEntries([[fieldId, value]]));
  const changed = await db
    .update(importRows)
    .set({ fixes: sql`${importRows.fixes} || ${fixes}::jsonb` })
    .where(
      and(
        rowsShown(stored.id, 'wrong'),
        sql`${importRows.wrongFields} @> ${JSON.stringify([fieldId])}::jsonb`,
      ),
    )
    .returning({ position: importRows.position });
  await checkRows(db, viewer, { ...task, positions: changed.map(({ position }) => position) });
  return changed.length;
}

/** Leaves one row out of what is sent, or takes it in again. */
export async function leaveOut(
  db: Db,
  { importId, position, isLeftOut }: { importId: string; position: number; isLeftOut: boolean },
): Promise<void> {
  await db
    .update(importRows)
    .set({ isLeftOut })
    .where(
      and(
        eq(importRows.importId, importId),
        eq(importRows.position, position),
        inArray(importRows.state, ['ready', 'wrong']),
      ),
    );
  await markTwins(db, importId);
}

/** The same for all rows that are shown so. Returns how many they were. */
export async function leaveAllOut(
  db: Db,
  { importId, view }: { importId: string; view: RowsShown },
): Promise<number> {
  const changed = await db
    .update(importRows)
    .set({ isLeftOut: view !== 'left-out' })
    .where(rowsShown(importId, view))
    .returning({ position: importRows.position });
  await markTwins(db, importId);
  return changed.length;
}

/** States how numbers and dates are written in the file, and checks all rows again. */
export async function setFormat(
  db: Db,
  viewer: Actor,
  task: CheckInput & { fileFormat: FileFormat },
): Promise<void> {
  const { stored, fileFormat, reading } = task;
  await db.update(imports).set({ fileFormat }).where(eq(imports.id, stored.id));
  await checkAllRows(db, viewer, { ...task, reading: { ...reading, fileFormat } });
}
