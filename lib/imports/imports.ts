import 'server-only';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { ownImports } from '@/lib/leads/visible-to';
import { keepSentKeys } from './sent-keys';

/** More than anyone works on at once. */
export const MAX_IMPORTS = 20;
/** A colleague's may have been transferred to them besides. */
const MAX_LISTED = 5 * MAX_IMPORTS;

export type StoredImport = typeof imports.$inferSelect;
export type StoredRow = typeof importRows.$inferSelect;

/** States in which columns and rows can be changed, and the rest be sent. */
const CHANGEABLE = ['open', 'done'] as const satisfies StoredImport['state'][];

/** True if its columns and rows can be changed now. */
export function isChangeable({ state }: Pick<StoredImport, 'state'>): boolean {
  return CHANGEABLE.some((one) => one === state);
}

/** How many rows of its workbook were not read because people do not see them. */
export function countHidden({ readAs }: Pick<StoredImport, 'readAs'>): number {
  return readAs?.kind === 'xlsx' ? (readAs.hiddenRows ?? 0) : 0;
}

/** One import of the viewer; undefined if there is none, or it is another person's. */
export async function findImport(db: Db, viewer: Actor, id: string): Promise<StoredImport | undefined> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(ownImports(viewer), eq(imports.id, id)));
  return row;
}

/** An import in the list: how many rows it has, and how many are submissions. */
export type ListedImport = Pick<
  StoredImport,
  'id' | 'fileName' | 'state' | 'columns' | 'checkedBy' | 'createdAt'
> & {
  rows: number;
  stored: number;
};

/** The viewer's imports, newest first. */
export async function listImports(db: Db, viewer: Actor): Promise<ListedImport[]> {
  const { id, fileName, state, columns, checkedBy, createdAt } = imports;
  const countOf = (where: SQL) =>
    sql<number>`(select count(*)::int from ${importRows} where ${importRows.importId} = ${imports.id} and ${where})`;
  return await db
    .select({
      id,
      fileName,
      state,
      columns,
      checkedBy,
      createdAt,
      rows: countOf(ne(importRows.state, 'heading')),
      stored: countOf(eq(importRows.state, 'stored')),
    })
    .from(imports)
    .where(ownImports(viewer))
    .orderBy(desc(createdAt), id)
    .limit(MAX_LISTED);
}

/** How many imports a person has, and how many rows of them became submissions, for an admin: only numbers. */
export async function countImportsOfPerson(
  db: Db,
  personId: string,
): Promise<{ imports: number; stored: number }> {
  const [row] = await db
    .select({
      imports: sql<number>`count(distinct ${imports.id})::int`,
      stored: sql<number>`(count(*) filter (where ${importRows.state} = 'stored'))::int`,
    })
    .from(imports)
    .leftJoin(importRows, eq(importRows.importId, imports.id))
    .where(and(eq(imports.personId, personId), ne(imports.state, 'storing')));
  return row ?? { imports: 0, stored: 0 };
}

/** Whether the viewer may upload another one. */
export async function hasRoom(db: Db, { personId, membership }: Actor): Promise<boolean> {
  const ofPerson = and(eq(imports.personId, personId), eq(imports.organizationId, membership.organizationId));
  return (await db.$count(imports, ofPerson)) < MAX_IMPORTS;
}

/**
 * Deletes one that is not being sent. What was sent of it stays, and is not sent again by the same file. False if there
 * was none such of the viewer's.
 */
export async function deleteImport(db: Db, viewer: Actor, id: string): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const [one] = await tx
      .select({ id: imports.id })
      .from(imports)
      .where(and(ownImports(viewer), eq(imports.id, id), inArray(imports.state, [...CHANGEABLE])))
      .for('update');
    if (!one) return false;
    await keepSentKeys(tx, [id]);
    await tx.delete(imports).where(eq(imports.id, id));
    return true;
  });
}

/** The step at which an import is continued. */
export function stepOf({
  state,
  columns,
  checkedBy,
}: Pick<StoredImport, 'state' | 'columns' | 'checkedBy'>): 'columns' | 'check' | 'send' | 'result' {
  if (state === 'sending' || state === 'paused') return 'send';
  if (state === 'done') return 'result';
  return columns && checkedBy ? 'check' : 'columns';
}
