import 'server-only';
import { and, asc, eq, gt, inArray, max } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { timeline } from '@/lib/db/schema/timeline';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answers } from '@/lib/forms/field';
import { listAwaitedEdits, listSavedEdits } from './pending-edits';

/** Entries that record changed answers or a changed owner. */
const CHANGES = ['fields-changed', 'edited', 'reassigned'] as const;

/**
 * Identifies the state of a lead's answers: every change of an answer makes a new revision, including a
 * change that is reverted, which values alone cannot show. Opaque to the browser, which returns it with the
 * form.
 */
export async function readRevision(db: Db, leadId: string): Promise<string> {
  const [row] = await db
    .select({ last: max(timeline.id) })
    .from(timeline)
    .where(and(eq(timeline.leadId, leadId), inArray(timeline.kind, [...CHANGES])));
  const saved = await listSavedEdits(db, leadId);
  return `${row?.last ?? 0}.${saved.at(-1)?.id ?? 0}`;
}

/**
 * Whether the lead's answer to a field changed since this revision. If the revision was not issued by this
 * desk, every answer that ever changed counts.
 */
export async function changedSince(
  db: Db,
  { leadId, revision }: { leadId: string; revision: unknown },
): Promise<(fieldId: string) => boolean> {
  const [after, afterSaved] = readParts(revision);
  const entries = await db
    .select({ detail: timeline.detail })
    .from(timeline)
    .where(and(eq(timeline.leadId, leadId), gt(timeline.id, after), inArray(timeline.kind, [...CHANGES])));
  const saved = (await listSavedEdits(db, leadId)).filter(({ id }) => id > afterSaved);
  const changed = new Set(saved.flatMap(({ changes }) => changes.map(([fieldId]) => fieldId)));
  for (const { detail } of entries) {
    for (const id of detail.fieldIds ?? detail.fields?.map(({ id }) => id) ?? []) changed.add(id);
  }
  return (fieldId) => changed.has(fieldId);
}

/**
 * Whether this person made the last change of the lead's answer to a field since this revision, in another
 * tab or by a save whose answer they never received: the history credits it to them, or the lead holds the
 * value of an edit of theirs that no read has shown yet.
 */
export async function changedByPerson(
  db: Db,
  {
    leadId,
    personId,
    revision,
    portal,
  }: { leadId: string; personId: string; revision: unknown; portal: Answers },
): Promise<(fieldId: string) => boolean> {
  const [after] = readParts(revision);
  const entries = await db
    .select({ detail: timeline.detail, personId: timeline.personId })
    .from(timeline)
    .where(and(eq(timeline.leadId, leadId), gt(timeline.id, after), inArray(timeline.kind, [...CHANGES])))
    .orderBy(asc(timeline.id));
  const last = new Map(
    entries.flatMap((entry) => (entry.detail.fields ?? []).map(({ id }) => [id, entry.personId] as const)),
  );
  const sent = (await listAwaitedEdits(db, leadId))
    .filter((edit) => edit.personId === personId)
    .flatMap(({ changes }) => changes);
  return (fieldId) => {
    const now = answerTo(portal, fieldId);
    const isSent = sent.some(([id, , answer]) => id === fieldId && sameAnswer(answer ?? undefined, now));
    return isSent || last.get(fieldId) === personId;
  };
}

/** Whether an edit by this person was saved since this revision, shown by a read already or not. */
export async function wasEditedSince(
  db: Db,
  { leadId, personId, revision }: { leadId: string; personId: string; revision: unknown },
): Promise<boolean> {
  const [after, afterSaved] = readParts(revision);
  const isTheirEdit = and(eq(timeline.kind, 'edited'), eq(timeline.personId, personId));
  const ofLead = and(eq(timeline.leadId, leadId), gt(timeline.id, after));
  if ((await db.$count(timeline, and(ofLead, isTheirEdit))) > 0) return true;
  const saved = await listSavedEdits(db, leadId);
  return saved.some((edit) => edit.personId === personId && edit.id > afterSaved);
}

/** The last entry of the history, and the last edit that is saved and not shown yet. */
function readParts(revision: unknown): [entry: number, edit: number] {
  const match = typeof revision === 'string' ? /^(\d{1,15})\.(\d{1,15})$/.exec(revision) : null;
  return [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
}
