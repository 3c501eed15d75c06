import 'server-only';
import { and, asc, eq, gt, inArray, isNotNull, isNull, max, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type AnswerChange, pendingEdits } from '@/lib/db/schema/leads';

/** An edit whose change was not seen within this time did not happen, or somebody else's came after it. */
const FORGET_AFTER = sql`now() - interval '10 minutes'`;
/** So long a lead says that the portal does not show an edit; then nobody needs to hear it any more. */
const TELL_MISSING = sql`now() - interval '1 day'`;

/** Who is about to change which fields of a lead, from what to what. */
type Edit = {
  leadId: string;
  personId: string;
  changes: AnswerChange[];
  /** The service's `updatedAt` as last read. */
  serviceUpdatedAt: Date | null;
  at: Date;
};

/**
 * Writes an edit down. Committed before the change is sent. Returns its id. What was said of former edits of these
 * fields is over.
 */
export async function notePendingEdit(db: Db, edit: Edit): Promise<number> {
  const { leadId } = edit;
  const fieldIds = edit.changes.map(([fieldId]) => fieldId);
  return db.transaction(async (tx) => {
    const touched = sql`${pendingEdits.fieldIds} ?| array(select jsonb_array_elements_text(${JSON.stringify(fieldIds)}::jsonb))`;
    await tx
      .delete(pendingEdits)
      .where(and(eq(pendingEdits.leadId, leadId), isNotNull(pendingEdits.missingAt), touched));
    const [noted] = await tx
      .insert(pendingEdits)
      .values({ ...edit, fieldIds })
      .returning({ id: pendingEdits.id });
    if (!noted) throw new Error('an edit could not be written down');
    return noted.id;
  });
}

/** Takes back an edit that surely did not happen: the next change of its fields is somebody else's. */
export async function forgetPendingEdit(db: Db, id: number): Promise<void> {
  await db.delete(pendingEdits).where(eq(pendingEdits.id, id));
}

/** All edits of a lead are forgotten: it is somebody else's now, who must not see them. */
export async function forgetEditsOf(tx: Db, leadId: string): Promise<void> {
  await tx.delete(pendingEdits).where(eq(pendingEdits.leadId, leadId));
}

/**
 * The service answered that it saved the edit.
 *
 * @returns false if a read has shown it already
 */
export async function markSaved(
  tx: Db,
  { id, savedAt, answeredUpdatedAt }: { id: number; savedAt: Date; answeredUpdatedAt?: Date },
): Promise<boolean> {
  const marked = await tx
    .update(pendingEdits)
    .set({ savedAt, answeredUpdatedAt })
    .where(eq(pendingEdits.id, id))
    .returning({ id: pendingEdits.id });
  return marked.length > 0;
}

const isSaved = and(isNotNull(pendingEdits.savedAt), isNull(pendingEdits.missingAt));

const isAwaited = and(isNull(pendingEdits.missingAt), or(isSaved, gt(pendingEdits.at, FORGET_AFTER)));

const savedColumns = {
  id: pendingEdits.id,
  personId: pendingEdits.personId,
  changes: pendingEdits.changes,
  serviceUpdatedAt: pendingEdits.serviceUpdatedAt,
  answeredUpdatedAt: pendingEdits.answeredUpdatedAt,
  savedAt: sql<Date>`${pendingEdits.savedAt}`.mapWith(pendingEdits.savedAt),
  missingAt: pendingEdits.missingAt,
};

/** Edits of a lead that are saved by the service's word and that no read has shown yet, oldest first. */
export function listSavedEdits(db: Db, leadId: string) {
  return db
    .select(savedColumns)
    .from(pendingEdits)
    .where(and(eq(pendingEdits.leadId, leadId), isSaved))
    .orderBy(asc(pendingEdits.id));
}

/** Whether an edit of the lead was sent a short while ago that no read has shown yet, whatever was answered to it. */
export async function hasPendingEdits(db: Db, leadId: string): Promise<boolean> {
  return (await db.$count(pendingEdits, and(eq(pendingEdits.leadId, leadId), isAwaited))) > 0;
}

/** As `listSavedEdits`, with those of the last day that the portal does not show although it answered to have saved them. */
export function listVisibleEdits(db: Db, leadId: string) {
  return db
    .select(savedColumns)
    .from(pendingEdits)
    .where(
      and(
        eq(pendingEdits.leadId, leadId),
        isNotNull(pendingEdits.savedAt),
        or(isNull(pendingEdits.missingAt), gt(pendingEdits.missingAt, TELL_MISSING)),
      ),
    )
    .orderBy(asc(pendingEdits.id));
}

/** The last of the saved edits that no read has shown, and when the last was saved; undefined if there is none. */
export async function findLastSaved(
  db: Db,
  leadId: string,
): Promise<{ id: number; savedAt: Date } | undefined> {
  const [last] = await db
    .select({ id: max(pendingEdits.id), savedAt: max(pendingEdits.savedAt) })
    .from(pendingEdits)
    .where(and(eq(pendingEdits.leadId, leadId), isSaved));
  return last?.id && last.savedAt ? { id: last.id, savedAt: last.savedAt } : undefined;
}

/** What a read decided about saved edits: those it shows are over, the others the portal does not hold. */
export async function settleSavedEdits(
  tx: Db,
  { shown, missing, now }: { shown: readonly number[]; missing: readonly number[]; now: Date },
): Promise<void> {
  if (shown.length > 0) await tx.delete(pendingEdits).where(inArray(pendingEdits.id, [...shown]));
  if (missing.length === 0) return;
  await tx
    .update(pendingEdits)
    .set({ missingAt: now })
    .where(inArray(pendingEdits.id, [...missing]));
}

/** Edits that the next change of a lead may be, whatever was answered to them, oldest first. */
export function listAwaitedEdits(tx: Db, leadId: string) {
  return tx
    .select({ ...savedColumns, savedAt: pendingEdits.savedAt })
    .from(pendingEdits)
    .where(and(eq(pendingEdits.leadId, leadId), isAwaited))
    .orderBy(asc(pendingEdits.id));
}

/** Edits that a read has shown. Those that are saved are for `settleSavedEdits` to end. */
export async function forgetShownEdits(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(pendingEdits).where(and(inArray(pendingEdits.id, [...ids]), isNull(pendingEdits.savedAt)));
}
