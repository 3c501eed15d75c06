import 'server-only';
import { and, asc, eq, gt, inArray, max } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { timeline } from '@/lib/db/schema/leads';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answers } from '@/lib/forms/field';
import { listAwaitedEdits, listSavedEdits } from './pending-edits';

/** Entries that tell of other answers than before, or of another owner. */
const CHANGES = ['fields-changed', 'edited', 'reassigned'] as const;

/**
 * Names the state of a lead's answers: every change of any of them makes another one, also a change that is taken back.
 * Values alone could not tell the two apart. Opaque to the browser, which brings it back with the form.
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
 * Whether the lead's answer to a field changed since this revision. Every answer that ever changed did, if the
 * revision is none that this desk wrote.
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
    const ids = detail.fieldIds ?? detail.fields?.map(({ id }) => id) ?? [undefined];
    for (const id of ids) {
      // An entry of before ids were kept may stand for any field.
      if (id === undefined) return () => true;
      changed.add(id);
    }
  }
  return (fieldId) => changed.has(fieldId);
}

/**
 * Whether it was this person who last changed the lead's answer to a field since this revision, in another tab or by
 * a save whose answer they never got: the history credits it to them, or the lead holds what an edit of theirs sent
 * that no read has shown yet.
 */
export async function changedByPerson(
  db: Db,
  {
    leadId,
    personId,
    revision,
    theirs,
  }: { leadId: string; personId: string; revision: unknown; theirs: Answers },
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
    const now = answerTo(theirs, fieldId);
    const isSent = sent.some(([id, , answer]) => id === fieldId && sameAnswer(answer ?? undefined, now));
    return isSent || last.get(fieldId) === personId;
  };
}

/** The last entry of the history, and the last edit that is saved and not shown yet. */
function readParts(revision: unknown): [entry: number, edit: number] {
  const match = typeof revision === 'string' ? /^(\d{1,15})\.(\d{1,15})$/.exec(revision) : null;
  return [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
}
