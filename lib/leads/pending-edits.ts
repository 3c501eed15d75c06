import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { pendingEdits } from '@/lib/db/schema/leads';

/** An edit whose change was not seen within this time did not happen, or somebody else's came after it. */
const FORGET_AFTER = sql`now() - interval '10 minutes'`;

/** Writes down who is about to change which fields of a lead. Committed before the change is sent. Returns its id. */
export async function notePendingEdit(
  db: Db,
  edit: { leadId: string; personId: string; fieldIds: string[]; at: Date },
): Promise<number> {
  const [noted] = await db.insert(pendingEdits).values(edit).returning({ id: pendingEdits.id });
  if (!noted) throw new Error('an edit could not be written down');
  return noted.id;
}

/** Takes back an edit that surely did not happen: the next change of its fields is somebody else's. */
export async function forgetPendingEdit(db: Db, id: number): Promise<void> {
  await db.delete(pendingEdits).where(eq(pendingEdits.id, id));
}

/**
 * Who made a change that was just seen: the person with the oldest pending edit of one of these fields. That
 * edit is used up. Undefined means the portal.
 */
export async function takeEditor(
  tx: Db,
  { leadId, fieldIds }: { leadId: string; fieldIds: string[] },
): Promise<string | undefined> {
  const waiting = await tx
    .select({ id: pendingEdits.id, personId: pendingEdits.personId, fieldIds: pendingEdits.fieldIds })
    .from(pendingEdits)
    .where(and(eq(pendingEdits.leadId, leadId), gt(pendingEdits.at, FORGET_AFTER)))
    .orderBy(asc(pendingEdits.id));
  const edit = waiting.find((candidate) => candidate.fieldIds.some((id) => fieldIds.includes(id)));
  if (!edit) return undefined;
  await tx.delete(pendingEdits).where(eq(pendingEdits.id, edit.id));
  return edit.personId;
}
