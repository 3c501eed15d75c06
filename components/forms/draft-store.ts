import type { FormField, FormModel } from '@/lib/forms/form-model';
import { holdsMany, type InputValue, type InputValues, isBlank, sameInput } from '@/lib/forms/input-values';

/**
 * Unsent input, stored in this tab so that a reload loses nothing (requirement F25). Contains only
 * differences from the form as rendered, by fieldId, so that each finds its field in another version of the
 * form.
 */

export type Draft = {
  version: string;
  /** fieldId, kind, the control's value. */
  fields: [fieldId: string, kind: string, value: InputValue][];
  /** The form's hidden fields: the same submission id makes the retry the same submission. */
  hidden: Record<string, string>;
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
  if (!Array.isArray(value)) return false;
  const [id, kind, held] = value;
  return isText(id) && isText(kind) && (isText(held) || (Array.isArray(held) && held.every(isText)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
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
 * False for fields that are never stored: a consent must not be restored, and sensitive input stays in the
 * form.
 */
export function isKept({ consent, sensitive }: Pick<FormField, 'consent' | 'sensitive'>): boolean {
  return !consent && !sensitive;
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

/** The input into a form model that started with `start`, without fields that are never stored. */
export function draftFields(model: FormModel, start: InputValues, now: InputValues): Draft['fields'] {
  return model.fields
    .filter(isKept)
    .map((field) => ({ field, value: now[field.key] ?? '' }))
    .filter(({ field, value }) => !sameInput(value, start[field.key] ?? (holdsMany(field) ? [] : '')))
    .map(({ field, value }) => [field.id, field.kind, value]);
}

/**
 * The draft's values by key of this form model, without fields that are gone, have another kind or are never
 * stored.
 */
export function restoreFields(model: FormModel, draft: Draft): [key: string, value: InputValue][] {
  const byId = new Map(model.fields.filter(isKept).map((field) => [field.id, field]));
  return draft.fields.flatMap(([id, kind, value]): [string, InputValue][] => {
    const field = byId.get(id);
    return field?.kind === kind && holdsMany(field) === Array.isArray(value) ? [[field.key, value]] : [];
  });
}
