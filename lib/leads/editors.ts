import 'server-only';
import type { Db } from '@/lib/db/handle';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answer, Answers } from '@/lib/forms/field';
import { answersOfLead } from '@/lib/forms/from-lead';
import { findSchema } from '@/lib/lead-schema/schema';
import { forgetShownEdits, listAwaitedEdits } from './pending-edits';
import type { MirrorRow } from './to-row';

type Edit = Awaited<ReturnType<typeof listAwaitedEdits>>[number];

/**
 * Which of our users made the changes that a snapshot shows, by field. A missing field was changed outside
 * this desk, or by an edit that cannot be recognised: the value sent is compared with the lead's current
 * value. An edit without an answer from the service is consumed once it is shown.
 */
export async function takeEditors(
  tx: Db,
  { row, fieldIds }: { row: MirrorRow; fieldIds: readonly string[] },
): Promise<Map<string, string>> {
  const waiting = await listAwaitedEdits(tx, row.id);
  if (waiting.length === 0) return new Map();
  const fields = (await findSchema(tx))?.schema;
  if (!fields) return new Map();
  // If two people sent the same value, credit the one whose edit was confirmed as saved.
  const edits = [...waiting.filter(({ savedAt }) => savedAt), ...waiting.filter(({ savedAt }) => !savedAt)];
  const snapshot = { answers: answersOfLead(fields, row.record), updatedAt: row.serviceUpdatedAt };
  const made = fieldIds.flatMap((fieldId) => {
    const edit = findEdit(edits, { fieldId, ...snapshot });
    return edit ? [{ fieldId, edit }] : [];
  });
  await forgetShownEdits(
    tx,
    made.map(({ edit }) => edit.id),
  );
  return new Map(made.map(({ fieldId, edit }) => [fieldId, edit.personId]));
}

/**
 * By the value sent; otherwise the edit whose answer named exactly the state that was read, because the
 * service normalised the value.
 */
function findEdit(
  edits: readonly Edit[],
  { fieldId, answers, updatedAt }: { fieldId: string; answers: Answers; updatedAt: Date | null },
): Edit | undefined {
  const now = answerTo(answers, fieldId);
  const sent = edits.filter(({ changes }) => changes.some(([id]) => id === fieldId));
  const isValue = ([id, , after]: Edit['changes'][number]) =>
    id === fieldId && isTidied(after ?? undefined, now);
  return (
    sent.find(({ changes }) => changes.some(isValue)) ??
    sent.findLast(({ savedAt, responseUpdatedAt }) => savedAt && isSameState(responseUpdatedAt, updatedAt))
  );
}

/** Where the service gives no time of the state, assume that it is the saved one. */
function isSameState(answered: Date | null, read: Date | null): boolean {
  return !answered || !read || answered.getTime() === read.getTime();
}

/**
 * Whether one answer equals the other, or equals it as a service may normalise it: blanks, punctuation, upper
 * case.
 */
function isTidied(one: Answer | undefined, other: Answer | undefined): boolean {
  if (sameAnswer(one, other)) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const core = canonicalText(one);
  return core !== '' && core === canonicalText(other);
}

function canonicalText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
