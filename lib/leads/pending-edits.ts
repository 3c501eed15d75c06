import 'server-only';
import { and, asc, eq, gt, inArray, isNotNull, isNull, max, or, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type AnswerChange, pendingEdits } from '@/lib/db/schema/timeline';
import { lockUnerased } from './lock-lead';

/** An edit not shown within this time did not happen, or was overwritten by a later change. */
const AWAITED_SINCE = sql`now() - interval '10 minutes'`;
/** How long a lead reports an edit that the portal does not show. */
const MISSING_SHOWN_SINCE = sql`now() - interval '1 day'`;

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
 * Stores an edit and returns its id. Must be committed before the change is sent. Replaces the status of
 * earlier edits of these fields.
 */
export async function recordPendingEdit(db: Db, edit: Edit): Promise<number> {
  const { leadId } = edit;
  const fieldIds = edit.changes.map(([fieldId]) => fieldId);
  return db.transaction(async (tx) => {
    if (!(await lockUnerased(tx, leadId))) throw new Error('the person of the lead was erased meanwhile');
    const touched = sql`${pendingEdits.fieldIds} ?| array(select jsonb_array_elements_text(${JSON.stringify(fieldIds)}::jsonb))`;
    await tx
      .delete(pendingEdits)
      .where(and(eq(pendingEdits.leadId, leadId), isNotNull(pendingEdits.missingAt), touched));
    const [noted] = await tx
      .insert(pendingEdits)
      .values({ ...edit, fieldIds })
      .returning({ id: pendingEdits.id });
    if (!noted) throw new Error('the edit was not stored');
    return noted.id;
  });
}

/** Removes an edit that was definitely not made: the next change of its fields belongs to another author. */
export async function forgetPendingEdit(db: Db, id: number): Promise<void> {
  await db.delete(pendingEdits).where(eq(pendingEdits.id, id));
}

/** Removes all edits of a lead: it has a new owner, who must not see them. */
export async function forgetEditsOf(tx: Db, leadId: string): Promise<void> {
  await tx.delete(pendingEdits).where(eq(pendingEdits.leadId, leadId));
}

/**
 * Marks an edit as saved by the service.
 *
 * @returns false if a read has shown it already
 */
export async function markSaved(
  tx: Db,
  { id, savedAt, responseUpdatedAt }: { id: number; savedAt: Date; responseUpdatedAt?: Date },
): Promise<boolean> {
  const marked = await tx
    .update(pendingEdits)
    .set({ savedAt, responseUpdatedAt })
    .where(eq(pendingEdits.id, id))
    .returning({ id: pendingEdits.id });
  return marked.length > 0;
}

const isSaved = and(isNotNull(pendingEdits.savedAt), isNull(pendingEdits.missingAt));

const isAwaited = and(isNull(pendingEdits.missingAt), or(isSaved, gt(pendingEdits.at, AWAITED_SINCE)));

const savedColumns = {
  id: pendingEdits.id,
  personId: pendingEdits.personId,
  changes: pendingEdits.changes,
  serviceUpdatedAt: pendingEdits.serviceUpdatedAt,
  responseUpdatedAt: pendingEdits.responseUpdatedAt,
  savedAt: sql<Date>`${pendingEdits.savedAt}`.mapWith(pendingEdits.savedAt),
  missingAt: pendingEdits.missingAt,
};

/** Edits of a lead that the service confirmed as saved and that no read has shown yet, oldest first. */
export function listSavedEdits(db: Db, leadId: string) {
  return db
    .select(savedColumns)
    .from(pendingEdits)
    .where(and(eq(pendingEdits.leadId, leadId), isSaved))
    .orderBy(asc(pendingEdits.id));
}

/** Whether a recent edit of the lead is not shown by any read yet, whatever the service answered. */
export async function hasPendingEdits(db: Db, leadId: string): Promise<boolean> {
  return (await db.$count(pendingEdits, and(eq(pendingEdits.leadId, leadId), isAwaited))) > 0;
}

/**
 * As `listSavedEdits`, plus those of the last day that the service confirmed as saved and the portal does not
 * show.
 */
export function listVisibleEdits(db: Db, leadId: string) {
  return db
    .select(savedColumns)
    .from(pendingEdits)
    .where(
      and(
        eq(pendingEdits.leadId, leadId),
        isNotNull(pendingEdits.savedAt),
        or(isNull(pendingEdits.missingAt), gt(pendingEdits.missingAt, MISSING_SHOWN_SINCE)),
      ),
    )
    .orderBy(asc(pendingEdits.id));
}

/** The last saved edit that no read has shown, and when the last was saved; undefined if none. */
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

/**
 * Applies what a read decided about saved edits: those it shows are finished, the others are missing from the
 * portal.
 */
export async function finishSavedEdits(
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

/** Edits that could explain the next change of a lead, whatever the service answered, oldest first. */
export function listAwaitedEdits(tx: Db, leadId: string) {
  return tx
    .select({ ...savedColumns, savedAt: pendingEdits.savedAt })
    .from(pendingEdits)
    .where(and(eq(pendingEdits.leadId, leadId), isAwaited))
    .orderBy(asc(pendingEdits.id));
}

/** Removes edits that a read has shown. Saved ones are left to `finishSavedEdits`. */
export async function forgetShownEdits(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(pendingEdits).where(and(inArray(pendingEdits.id, [...ids]), isNull(pendingEdits.savedAt)));
}
