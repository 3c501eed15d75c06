import { toSeries } from '@/lib/core/language';
import type { FormModel } from '@/lib/forms/form-model';
import { type InputValues, isBlank, sameInput } from '@/lib/forms/input-values';
import type { LostAnswer } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';
import { clearDraft, type Draft, readDraft, restoreFields, writeDraft } from './draft-store';

/**
 * The draft of an edit belongs to the lead's answers it was rendered from. It ends with the save, and with
 * any change of the lead from elsewhere: restoring it would overwrite newer answers.
 */

/**
 * False for the draft of an edit rendered from other answers of the lead than this form, and for one that
 * corrects another refused submission, or none.
 */
export function isOfThisForm(draft: Draft, hidden: Record<string, string>): boolean {
  return draft.hidden.revision === hidden.revision && draft.hidden.replaces === hidden.replaces;
}

/**
 * Marks the draft of an edit as sent, or, when the response keeps the person on the form, as not sent. Other
 * drafts are unchanged.
 */
export function markSent(draftKey: string, isSent: boolean): void {
  const draft = readDraft(draftKey);
  if (draft?.hidden.revision === undefined || Boolean(draft.isSent) === isSent) return;
  const { isSent: _, ...rest } = draft;
  writeDraft(draftKey, isSent ? { ...rest, isSent } : rest);
}

/** Deletes a sent draft. For the page after saving. */
export function endSentDraft(draftKey: string): void {
  if (readDraft(draftKey)?.isSent) clearDraft(draftKey);
}

/**
 * The values of a draft that is not restored, as far as they differ from the form as rendered now: for the
 * person to read and copy.
 */
export function typedBeyond(
  model: FormModel,
  { start, draft, texts }: { start: InputValues; draft: Draft; texts: FormTexts },
): LostAnswer[] {
  const fields = new Map(model.fields.map((field) => [field.key, field]));
  return restoreFields(model, draft)
    .filter(([key, value]) => !isBlank(value) && !sameInput(value, start[key] ?? ''))
    .map(([key, value]) => {
      const field = fields.get(key);
      const words: Record<string, string> =
        field?.kind === 'boolean' ? { true: texts.yes, false: texts.no } : {};
      const labelOf = (text: string) =>
        field?.options?.find((option) => String(option.value) === text)?.label ?? words[text] ?? text;
      return { label: field?.label ?? '', text: toSeries(model.locale, [value].flat().map(labelOf)) };
    });
}
