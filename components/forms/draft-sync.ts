import { mintId } from '@/lib/core/mint-id';
import type { DraftField } from '@/lib/forms/draft-fields';

/**
 * A draft that another device saved, or that was begun elsewhere: to be opened instead. Or what this one became; without an
 * address, a colleague's.
 */
export type OtherDraft = { id: string; text: string; href?: string; isSubmitted?: true };

/** The names of the form's hidden fields about its draft. `draftRevision`: separated by spaces. */
export type DraftIds = { draftId: string; draftRevision: string };

export type DraftSyncOptions = {
  ids: DraftIds;
  /** What was typed, as it is now. */
  read: () => DraftField[];
  /** What the server has to know besides. */
  about: () => Record<string, string | undefined>;
  /** Stores the ids in this tab. `isStored`: the server has all that was typed. */
  keep: (ids: DraftIds, isStored: boolean) => void;
  /**
   * Another device saved the draft since: from now on this one is another draft. Or it was submitted there, or
   * transferred: no more is saved.
   */
  onConflict: (other: OtherDraft) => void;
};

/** `leaving`: the page may end before the response. `asked`: the person wants to know. */
type Reason = 'leaving' | 'asked';

export type DraftSync = {
  /** Reports input, to be saved soon. */
  touch: () => void;
  /** Saves now what is not saved. Returns what to tell the person; undefined if it failed. */
  flush: (why?: Reason) => Promise<string | undefined>;
  /** The server has this, or will not need it. */
  confirm: (fields: DraftField[]) => void;
  /** The form is on its way: what it holds becomes the submission. */
  stop: () => void;
  resume: () => void;
};

/** How long after the last input the draft is saved, in milliseconds. */
const PAUSE_MS = 800;
/** Saves without a response that are remembered as our own. */
const MAX_DUPLICATES = 20;

/**
 * Saves a draft on the server: one request for each pause in typing, none while nothing changed, and one at a
 * time. A failure is silent, and tried again with the next input. A save whose answer was lost is known by the
 * revision that it chose, so it is not taken for another device's.
 */
export function createDraftSync({ ids, read, about, keep, onConflict }: DraftSyncOptions): DraftSync {
  let id = ids.draftId;
  let known = ids.draftRevision.split(' ').filter(Boolean);
  let stored = '[]';
  let resultText: string | undefined;
  let timer: number | undefined;
  let isStopped = false;
  // The text for the person once it was submitted elsewhere, or transferred.
  let ended: string | undefined;
  let underWay: { aborter: AbortController; done: Promise<unknown> } | undefined;

  const remember = (isStored: boolean) => keep({ draftId: id, draftRevision: known.join(' ') }, isStored);

  async function save(why?: Reason, isRepeat = false): Promise<string | undefined> {
    const fields = read();
    const text = JSON.stringify(fields);
    if (text === stored && (resultText !== undefined || why !== 'asked')) return resultText;
    // Offline it would fail, and say so in the console.
    if (isStopped || !navigator.onLine) return undefined;
    if (ended !== undefined) return ended;
    const revision = mintId('rev');
    const body = JSON.stringify({ ...about(), known, revision, fields });
    known = [...known, revision].slice(-MAX_DUPLICATES);
    remember(false);
    const aborter = new AbortController();
    const sent = fetch(`/api/drafts/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      // Refused by browsers from 64 kB: then the tab has it.
      keepalive: why === 'leaving',
      signal: aborter.signal,
      body,
    });
    underWay = { aborter, done: sent.catch(() => undefined) };
    const response = await sent;
    const result = await response.json();
    underWay = undefined;
    if (isStopped) return undefined;
    if (response.ok) {
      // A later save may be under way already.
      known = result.revision ? known.slice(Math.max(0, known.indexOf(result.revision))) : [];
      [stored, resultText] = [text, result.text];
      remember(JSON.stringify(read()) === text);
      return resultText;
    }
    // A later save of ours overtook it.
    if (known.includes(result.revision)) return resultText;
    // The draft keeps its id, by which submitting it asks about the submission.
    if (response.status === 410 && result.text) {
      ended = result.text;
      onConflict({ id: '', text: result.text, href: result.href, isSubmitted: true });
      return ended;
    }
    // Saved by another device, or deleted there: what is typed here is another draft.
    if (response.status !== 409 && response.status !== 410) return result.text;
    [id, known] = [mintId('dft'), []];
    remember(false);
    try {
      return isRepeat ? undefined : await save(why, true);
    } finally {
      // Only now: it says that both versions are saved.
      if (response.status === 409) onConflict(result);
    }
  }

  async function flush(why?: Reason): Promise<string | undefined> {
    window.clearTimeout(timer);
    timer = undefined;
    try {
      if (why !== 'leaving') await underWay?.done;
      return await save(why);
    } catch {
      underWay = undefined;
      return undefined;
    }
  }

  return {
    touch: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void flush(), PAUSE_MS);
    },
    flush,
    confirm: (fields) => {
      stored = JSON.stringify(fields);
    },
    stop: () => {
      isStopped = true;
      window.clearTimeout(timer);
      timer = undefined;
      underWay?.aborter.abort();
    },
    resume: () => {
      isStopped = false;
    },
  };
}
