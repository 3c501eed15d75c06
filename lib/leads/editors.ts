import 'server-only';
import type { Db } from '@/lib/db/handle';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answer, Answers } from '@/lib/forms/field';
import { answersOfLead } from '@/lib/forms/from-lead';
import { findSchema } from '@/lib/lead-schema/schema';
import { forgetShownEdits, listAwaitedEdits } from './pending-edits';
import type { LeadRow } from './to-row';

type Edit = Awaited<ReturnType<typeof listAwaitedEdits>>[number];

/**
 * Who of ours made the changes that a reading shows, by field. A field that is missing was changed by somebody else,
 * or by an edit that we cannot recognise: what was sent is compared with what the lead holds now. An edit that the
 * service has not answered to is used up by being shown.
 */
export async function takeEditors(
  tx: Db,
  { row, fieldIds }: { row: LeadRow; fieldIds: readonly string[] },
): Promise<Map<string, string>> {
  const waiting = await listAwaitedEdits(tx, row.id);
  if (waiting.length === 0) return new Map();
  const fields = (await findSchema(tx))?.schema;
  if (!fields) return new Map();
  // Of two people who sent the same, it is the one who was told that it is saved.
  const edits = [...waiting.filter(({ savedAt }) => savedAt), ...waiting.filter(({ savedAt }) => !savedAt)];
  const reading = { answers: answersOfLead(fields, row.record), updatedAt: row.serviceUpdatedAt };
  const made = fieldIds.flatMap((fieldId) => {
    const edit = findEdit(edits, { fieldId, ...reading });
    return edit ? [{ fieldId, edit }] : [];
  });
  await forgetShownEdits(
    tx,
    made.map(({ edit }) => edit.id),
  );
  return new Map(made.map(({ fieldId, edit }) => [fieldId, edit.personId]));
}

/** By the value that was sent; else the one whose answer named the very state that was read: the service tidied it up. */
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
    sent.findLast(({ savedAt, answeredUpdatedAt }) => savedAt && isSameState(answeredUpdatedAt, updatedAt))
  );
}

/** Where the service tells no time of the state, nothing speaks against its being the one that was saved. */
function isSameState(answered: Date | null, read: Date | null): boolean {
  return !answered || !read || answered.getTime() === read.getTime();
}

/** Whether one answer is the other, or the other as a service may tidy it up: blanks, punctuation, upper case. */
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
