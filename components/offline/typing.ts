import { isKept } from '@/lib/forms/draft-fields';
import { holdsMany, type InputValues } from '@/lib/forms/input-values';
import type { Kept } from './kept-view';

/**
 * What is typed into the worker's form stays in the tab, as in the desk's own form and in the same place: after a reload, on
 * the way back, and in the desk's form once there is a network. The functions here run in the page that the worker
 * draws, by their source: they use nothing but their argument.
 */

/** Where the tab has it: as `components/forms/draft-store.ts`. */
const PREFIX = 'draft:';

export type TypingTask = {
  storageKey: string;
  version: string;
  /** The fields that a draft may hold, with what they held at first. */
  fields: { key: string; id: string; kind: string; isMany: boolean; start: string[] }[];
  /** The page shows a post that was not accepted: what it holds is newer than what the tab has. */
  isPosted: boolean;
};

export function typingTask(
  { model, draftKey }: Pick<NonNullable<Kept['form']>, 'model' | 'draftKey'>,
  { start, isPosted }: { start: InputValues; isPosted: boolean },
): TypingTask {
  const fields = model.fields.filter(isKept).map((field) => ({
    ...{ key: field.key, id: field.id, kind: field.kind, isMany: holdsMany(field) },
    start: [start[field.key] ?? []].flat().filter((value) => value !== ''),
  }));
  return { storageKey: PREFIX + draftKey, version: model.version, fields, isPosted };
}

/** Restores what was typed into the page's form, and keeps what is typed from then on. */
export function keepTyping({ storageKey, version, fields, isPosted }: TypingTask): void {
  const form = document.querySelector('form');
  const id = form?.querySelector<HTMLInputElement>('input[name=submissionId]');
  if (!form || !id) return;
  const controlsOf = (key: string) =>
    [...form.elements].filter(
      (one): one is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
        'value' in one && 'name' in one && one.name === key,
    );
  const read = () => {
    try {
      const draft = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
      return Array.isArray(draft?.fields) && typeof draft.hidden === 'object' ? draft : undefined;
    } catch {
      return undefined;
    }
  };
  const save = () => {
    const data = new FormData(form);
    const typed = fields.flatMap((field) => {
      const values = data.getAll(field.key).filter((value) => typeof value === 'string' && value !== '');
      if (JSON.stringify(values) === JSON.stringify(field.start)) return [];
      return [[field.id, field.kind, field.isMany ? values : (values[0] ?? '')]];
    });
    const hidden = { ...read()?.hidden, submissionId: id.value, version };
    try {
      if (typed.length === 0) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify({ version, fields: typed, hidden }));
    } catch {
      // Storage is full or blocked: the form works without it.
    }
  };
  const draft = isPosted ? undefined : read();
  for (const [fieldId, kind, value] of draft?.fields ?? []) {
    const field = fields.find((one) => one.id === fieldId && one.kind === kind);
    const values: unknown[] = [value].flat();
    for (const control of field ? controlsOf(field.key) : []) {
      if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
        control.checked = values.includes(control.value);
      else control.value = String(values[0] ?? '');
      if (values.some((one) => one !== '')) control.closest('details')?.setAttribute('open', '');
    }
  }
  // The same submission, however often it is opened.
  if (typeof draft?.hidden.submissionId === 'string') id.value = draft.hidden.submissionId;
  if (isPosted) save();
  form.addEventListener('input', save);
}

/**
 * Ends the tab's copy of a lead that the device keeps: the next form begins empty, and the next post of the same page is
 * another lead (`components/forms/new-lead-draft.ts`).
 */
export function endTyping({ ids }: { ids: string[] }): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const stored = sessionStorage.getItem(key) ?? '';
      if (key.startsWith('posted:') && ids.includes(stored)) sessionStorage.removeItem(key);
      if (!key.startsWith('draft:')) continue;
      const draft = JSON.parse(stored || 'null');
      if (ids.includes(draft?.hidden?.submissionId)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: there is no copy.
  }
}
