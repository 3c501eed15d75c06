import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isId, newId } from '@/lib/core/ids';
import { createDraftSync, type DraftIds } from './draft-sync';

type Sent = { id: string; known: string[]; revision: string; fields: unknown[]; keepalive: boolean };
type Answer = { status: number; body?: object } | 'lost';

let sent: Sent[];
/** What the server answers next; in the end that it saved. */
let answers: Answer[];

beforeEach(() => {
  [sent, answers] = [[], []];
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { known, revision, fields } = JSON.parse(String(init.body));
    sent.push({
      id: address.split('/').at(-1) ?? '',
      known,
      revision,
      fields,
      keepalive: init.keepalive ?? false,
    });
    const answer = answers.shift() ?? { status: 200, body: { revision, text: `Saved ${sent.length}` } };
    if (answer === 'lost') throw new TypeError('no answer');
    return Response.json(answer.body ?? {}, { status: answer.status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openSync(ids: Partial<DraftIds> = {}) {
  const page = { typed: '', ids: { draftId: newId('draft'), draftRevision: '', ...ids }, isStored: false };
  const conflicts: unknown[] = [];
  const sync = createDraftSync({
    ids: page.ids,
    read: () => (page.typed === '' ? [] : [['lastName', 'text', page.typed]]),
    about: () => ({ version: 'v' }),
    keep: (next, isStored) => Object.assign(page, { ids: next, isStored }),
    onConflict: (other) => conflicts.push(other),
  });
  const type = (text: string) => {
    page.typed = text;
    sync.touch();
  };
  return { sync, page, conflicts, type };
}

const pause = () => vi.advanceTimersByTimeAsync(800);

describe('saving while a person types', () => {
  it('sends one request for each pause, and none while nothing changed', async () => {
    const { type, page } = openSync();
    type('B');
    await vi.advanceTimersByTimeAsync(700);
    type('Be');
    await pause();
    expect(sent.map(({ fields }) => fields)).toEqual([[['lastName', 'text', 'Be']]]);
    expect(page).toMatchObject({ isStored: true, ids: { draftRevision: sent[0]?.revision } });
    type('Be');
    await pause();
    type('Ber');
    await pause();
    expect(sent.map(({ known }) => known)).toEqual([[], [sent[0]?.revision]]);
  });

  it('sends nothing for a form that nobody typed into', async () => {
    const { sync } = openSync();
    sync.touch();
    await pause();
    await sync.flush('leaving');
    expect(sent).toEqual([]);
  });

  it('names a save whose answer was lost as its own', async () => {
    answers = ['lost', 'lost'];
    const { type, page } = openSync();
    for (const text of ['A', 'B', 'C']) {
      type(text);
      await pause();
    }
    const [first, second, third] = sent.map(({ revision }) => revision);
    expect(sent[2]?.known).toEqual([first, second]);
    expect(page.ids.draftRevision).toBe(third);
  });

  it('continues as another draft if another device saved it, and says so', async () => {
    const other = { id: 'dft_x', text: 'Saved elsewhere', href: '/leads/new?draft=dft_x', revision: 'rev_x' };
    answers = [{ status: 409, body: other }];
    const { type, page, conflicts } = openSync({ draftRevision: 'rev_a' });
    const before = page.ids.draftId;
    type('A');
    await pause();
    expect(conflicts).toEqual([other]);
    expect(sent.map(({ id, known }) => [id === before, known])).toEqual([
      [true, ['rev_a']],
      [false, []],
    ]);
    expect(isId('draft', page.ids.draftId)).toBe(true);
    expect(page.ids.draftId).toBe(sent[1]?.id);
  });

  it('keeps what is typed after the draft was deleted elsewhere, and tries that once', async () => {
    answers = [{ status: 410 }, { status: 410 }];
    const { type, conflicts } = openSync({ draftRevision: 'rev_a' });
    type('A');
    await pause();
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    expect(conflicts).toEqual([]);
  });

  it.each([401, 403])('tries again after %i, as the person may sign in again beside it', async (status) => {
    answers = [{ status }];
    const { type, page } = openSync();
    type('A');
    await pause();
    type('B');
    await pause();
    expect(sent).toHaveLength(2);
    expect(page.isStored).toBe(true);
  });

  it('keeps its id after it was submitted elsewhere, says so, and saves no more', async () => {
    answers = [{ status: 410, body: { text: 'Submitted', href: '/submissions/1' } }];
    const { type, conflicts, page, sync } = openSync();
    const { draftId } = page.ids;
    type('A');
    await pause();
    type('B');
    await pause();
    expect(sent).toHaveLength(1);
    expect(page.ids.draftId).toBe(draftId);
    expect(conflicts).toEqual([{ id: '', text: 'Submitted', href: '/submissions/1', isSubmitted: true }]);
    expect(await sync.flush('asked')).toBe('Submitted');
  });

  it('sends nothing once the form is on its way, and again after it was returned', async () => {
    const { type, sync } = openSync();
    type('A');
    sync.stop();
    await pause();
    await sync.flush('leaving');
    expect(sent).toEqual([]);
    sync.resume();
    type('B');
    await pause();
    expect(sent).toHaveLength(1);
  });

  it('saves at once, with a request that outlives the page, when it is left', async () => {
    const { type, sync } = openSync();
    type('A');
    await sync.flush('leaving');
    expect(sent).toMatchObject([{ keepalive: true }]);
    await pause();
    expect(sent).toHaveLength(1);
  });
});

describe('what the button says', () => {
  it('is what the server answered, also if nothing changed since', async () => {
    const { type, sync } = openSync();
    type('A');
    expect(await sync.flush('asked')).toBe('Saved 1');
    expect(await sync.flush('asked')).toBe('Saved 1');
    expect(sent).toHaveLength(1);
  });

  it('is nothing if the save failed or there is no network', async () => {
    answers = ['lost'];
    const { type, sync } = openSync();
    type('A');
    expect(await sync.flush('asked')).toBeUndefined();
    vi.stubGlobal('navigator', { onLine: false });
    expect(await sync.flush('asked')).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  it('is the reason if the server refuses', async () => {
    answers = [{ status: 422, body: { text: 'Too many.' } }];
    const { type, sync } = openSync();
    type('A');
    expect(await sync.flush('asked')).toBe('Too many.');
  });
});
