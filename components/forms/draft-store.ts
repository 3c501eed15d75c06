import { type DraftField, isKept } from '@/lib/forms/draft-fields';
import type { FormModel } from '@/lib/forms/form-model';
import { type InputValues, isBlank } from '@/lib/forms/input-values';

/** Unsent input, stored in this tab so that a reload loses nothing, also without a network (requirement F25). */

export type Draft = {
  version: string;
  fields: DraftField[];
  /** The form's hidden fields: the same submission id makes the retry the same submission. */
  hidden: Record<string, string>;
  /** The server has all of it. */
  isStored?: true;
  /** A sent edit that has not been returned for correction so far. */
  isSent?: true;
};

const PREFIX = 'draft:';

/** The draft under `draftKey`; undefined if there is none or it is unreadable. */
export function readDraft(draftKey: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(PREFIX + draftKey);
    const draft: unknown = JSON.parse(kept ?? 'null');
    return isDraft(draft) ? draft : undefined;
  } catch {
    // Storage disabled or blocked: then there is no draft.
    return undefined;
  }
}

/** By hand: a schema library would have to load before the form can be used. */
function isDraft(value: unknown): value is Draft {
  if (!isRecord(value) || !isRecord(value.hidden) || !Array.isArray(value.fields)) return false;
  return Object.values(value.hidden).every(isText) && value.fields.every(isDraftField);
}

function isDraftField(value: unknown): boolean {
  // Its id, kind and value, which may be several texts.
  return Array.isArray(value) && value.length === 3 && value.flat().every(isText);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * The tab's draft for a page. If the page continues a draft from the server, that is also the one under which it was
 * begun in this tab; a copy that the server has, too, is no newer than the page, and is deleted. If that draft is gone
 * (submitted or deleted elsewhere), what this tab went on with as another draft is still there.
 */
export function takeDraft(
  draftKey: string,
  { draftId, draftRevision }: Record<string, string>,
): Draft | undefined {
  if (!draftRevision) {
    const draft = readDraft(draftKey);
    // The page's draft is gone, and this is only a copy of it.
    if (!draft?.isStored || !draftKey.endsWith(`=${draft.hidden.draftId}`)) return draft;
    clearDraft(draftKey);
    return undefined;
  }
  let own: Draft | undefined;
  for (const key of draftKeysOf(draftKey.split(':draft=')[0] ?? '')) {
    const draft = readDraft(key);
    if (key !== draftKey && draft?.hidden.draftId !== draftId) continue;
    if (key !== draftKey || draft?.isStored) clearDraft(key);
    if (!draft?.isStored) own ??= draft;
  }
  return own;
}

/** Stores the draft, or deletes it if nothing was typed. Errors of a full or blocked storage are ignored. */
export function writeDraft(draftKey: string, draft: Draft): void {
  try {
    if (draft.fields.length === 0) sessionStorage.removeItem(PREFIX + draftKey);
    else sessionStorage.setItem(PREFIX + draftKey, JSON.stringify(draft));
  } catch {
    // As above: the form works without it.
  }
}

export function clearDraft(draftKey: string): void {
  try {
    sessionStorage.removeItem(PREFIX + draftKey);
  } catch {
    // As above.
  }
}

/** The keys of all drafts in this tab with this prefix. */
export function draftKeysOf(start: string): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    // As above.
    return [];
  }
}

/**
 * The fields that a restored draft leaves as rendered, by label: those that are empty then, and those with
 * their initial value.
 */
export function fieldsLeftOut(model: FormModel, start: InputValues): { empty: string[]; asBefore: string[] } {
  const left = model.fields.filter((field) => !isKept(field));
  const labelsOf = (fields: typeof left) => fields.map(({ label }) => label);
  return {
    empty: labelsOf(left.filter(({ key }) => isBlank(start[key]))),
    asBefore: labelsOf(left.filter(({ key }) => !isBlank(start[key]))),
  };
}
