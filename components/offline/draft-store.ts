import { mintId } from '@/lib/core/mint-id';
import type { DraftField } from '@/lib/forms/draft-fields';

/**
 * Unsent input, stored in this tab so that a reload loses nothing, also without a network (requirement F25): one record
 * for each form. What ends it is `endDrafts`, discarding it, and `takeDraft`.
 */

export type Draft = {
  /** What was typed; never empty. */
  fields: readonly DraftField[];
  /** The form's hidden fields: a restored draft goes on as the same form. */
  hidden: Record<string, string>;
  /** The server has all of it. */
  isStored?: boolean;
  /** The id under which it was posted, until its result was shown; of an edit, until it is returned. */
  posted?: string;
};

/** What was shown, and ends drafts. */
export type DraftEvent =
  /** The result of a submission. `postedId`: the id under which this tab has just repeated it, if different. */
  | { kind: 'submitted'; submissionId: string; postedId?: string }
  /** The page of a lead, as after saving. */
  | { kind: 'lead' }
  /** All drafts that the server has. */
  | { kind: 'list'; ids: readonly string[] };

/** Of this shape: another one needs another prefix, because tabs outlive an update of the desk. */
const PREFIX = 'draft:';

/** In place of a storage that is blocked or full: lasts as long as the document. */
const memory: Record<string, string> = {};

function withStorage<Result>(use: (storage: Record<string, string>) => Result): Result {
  try {
    return use(sessionStorage);
  } catch {
    return use(memory);
  }
}

/** The draft under `key`; undefined if there is none. */
export function readDraft(key: string): Draft | undefined {
  const text = memory[PREFIX + key] ?? withStorage((storage) => storage[PREFIX + key]);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Stores the draft, or deletes it if nothing was typed. What was posted stays the same submission. */
export function writeDraft(key: string, draft: Draft): void {
  const text = JSON.stringify({ posted: findPosted(key, draft), ...draft });
  clearDraft(key);
  if (draft.fields.length === 0) return;
  withStorage((storage) => {
    storage[PREFIX + key] = text;
  });
}

/**
 * Stores the draft of a form that is about to be posted, and names the submission (requirement F23). The page contains the
 * form's id; a submission gets its own only when it is posted. So a page restored by Back, duplicated or reopened submits
 * another lead as a new one, while a retry of a post without a response is still the same submission. An edit has no id.
 */
export function postDraft(key: string, draft: Draft, data: FormData): void {
  // A browser may have restored the page's fields, the hidden ones too: what it posts counts.
  const formId = data.get('submissionId') ?? draft.hidden.submissionId;
  const isNew = typeof formId === 'string';
  const own = isNew ? { ...draft, hidden: { ...draft.hidden, submissionId: formId } } : draft;
  const posted = findPosted(key, own) ?? mintId('sub');
  writeDraft(key, { ...own, posted });
  if (!isNew) return;
  data.set('submissionId', posted);
  data.set('formId', formId);
}

/** The id under which this form was posted from this tab, unless its result was shown since. */
function findPosted(key: string, { hidden }: Draft): string | undefined {
  const before = hidden.submissionId === undefined ? undefined : readDraft(key);
  return before?.hidden.submissionId === hidden.submissionId ? before?.posted : undefined;
}

export function clearDraft(key: string): void {
  delete memory[PREFIX + key];
  withStorage((storage) => delete storage[PREFIX + key]);
}

/** The drafts of this tab under `start` and all keys that continue it. */
function listDrafts(start: string): [key: string, draft: Draft][] {
  const own = PREFIX + start;
  const names = [...Object.keys(memory), ...withStorage((storage) => Object.keys(storage))];
  return [...new Set(names)]
    .filter((name) => name === own || name.startsWith(`${own}:`))
    .flatMap((name): [string, Draft][] => {
      const key = name.slice(PREFIX.length);
      const draft = readDraft(key);
      return draft ? [[key, draft]] : [];
    });
}

/**
 * The tab's draft for a page. If the page continues a draft from the server, that is also the one under which it was
 * begun in this tab; a copy that the server has, too, is no newer than the page, and is deleted. If that draft is gone
 * (submitted or deleted elsewhere), what this tab went on with as another draft is still there.
 *
 * Also deleted is the draft of an edit rendered from other answers of the lead than the page, because it would overwrite
 * newer ones, and one that corrects another refused submission than the page, or none. It is `dropped`, unless it is an
 * edit that was sent: its answers are the lead's.
 *
 * @param page the hidden fields of the page's form
 */
export function takeDraft(key: string, page: Draft['hidden']): { draft?: Draft; dropped?: Draft } {
  const draft = page.draftRevision ? takeContinued(key, page) : readDraft(key);
  if (!draft) return {};
  const { hidden, isStored, posted } = draft;
  // The page's draft is gone, and this is only a copy of it.
  const isCopy = !page.draftRevision && isStored && key.endsWith(`=${hidden.draftId}`);
  const isOfPage = hidden.revision === page.revision && hidden.replaces === page.replaces;
  if (isOfPage && !isCopy) return { draft };
  clearDraft(key);
  return isCopy || (posted && hidden.revision) ? {} : { dropped: draft };
}

function takeContinued(key: string, { draftId }: Draft['hidden']): Draft | undefined {
  let own: Draft | undefined;
  for (const [one, draft] of listDrafts(key.split(':draft=')[0] ?? '')) {
    if (one !== key && draft.hidden.draftId !== draftId) continue;
    if (one !== key || draft.isStored) clearDraft(one);
    if (!draft.isStored) own ??= draft;
  }
  return own;
}

/** Deletes the drafts under `start` that an event ends, and no others: another lead may have been started since. */
export function endDrafts(start: string, event: DraftEvent): void {
  for (const [key, draft] of listDrafts(start)) if (isEndedBy(event, draft)) clearDraft(key);
}

function isEndedBy(event: DraftEvent, { hidden, posted, isStored }: Draft): boolean {
  switch (event.kind) {
    case 'submitted': {
      const { submissionId, postedId } = event;
      // Input after the question about this submission is another set of answers: only a post that led here ends it.
      // Visiting the submission does not, and the question is asked again.
      if (hidden.asked === submissionId && postedId === undefined) return false;
      return [hidden.submissionId, posted].some((id) => id && [submissionId, postedId].includes(id));
    }
    case 'lead':
      return posted !== undefined;
    case 'list':
      return isStored === true && !event.ids.includes(hidden.draftId ?? '');
  }
}
