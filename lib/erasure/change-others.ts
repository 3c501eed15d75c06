import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import type { Traces } from './traces';

/** It was checked with other values, and its keys are of them. Sent as it is, an answer might be missing. */
const UNCHECKED = {
  wrongFields: [],
  digest: null,
  emailKey: null,
  phoneKey: null,
  knownBy: null,
} satisfies Partial<typeof importRows.$inferInsert>;

const isUnsent = (state: string) => state === 'ready' || state === 'wrong' || state === 'new';

/** What is about others stays, without the person's address, and without their phone if an admin chose so. */
export async function changeOfOthers(tx: Db, { ofOthers: { rows, drafts: found } }: Traces): Promise<void> {
  const resting = await listResting(tx, [...new Set(rows.map(({ importId }) => importId))]);
  for (const { importId, position, state, cells, fixes } of rows)
    await tx
      .update(importRows)
      .set({
        cells,
        fixes,
        ...(isUnsent(state) && { ...UNCHECKED, state: resting.has(importId) ? 'new' : 'wrong' }),
      })
      .where(and(eq(importRows.importId, importId), eq(importRows.position, position)));
  const unchecked = rows.flatMap(({ importId, state }) =>
    isUnsent(state) && resting.has(importId) ? [importId] : [],
  );
  if (unchecked.length > 0)
    await tx
      .update(imports)
      .set({ checkedBy: 'erasure' })
      .where(and(inArray(imports.id, unchecked), isNotNull(imports.checkedBy)));
  for (const { id, fields } of found) await tx.update(drafts).set({ fields }).where(eq(drafts.id, id));
}

/** Those of which no row is being sent: they can be checked again. In others a changed row waits to be corrected. */
async function listResting(tx: Db, importIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (importIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.id, [...importIds]), inArray(imports.state, ['open', 'done'])));
  return new Set(rows.map(({ id }) => id));
}
