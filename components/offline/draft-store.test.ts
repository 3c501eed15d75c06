import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isId, newId } from '@/lib/core/ids';
import { tabStorage } from '@/tests/support/form-page';
import { type Draft, endDrafts, postDraft, readDraft, takeDraft, writeDraft } from './draft-store';

const KEY = 'new:one';
const CORRECTION = `${KEY}:from=refused`;
const EDIT = 'edit:one:lead';

beforeEach(() => vi.stubGlobal('sessionStorage', tabStorage()));
afterEach(() => vi.unstubAllGlobals());

const draftWith = (hidden: Draft['hidden']): Draft => ({ fields: [['name', 'text', 'Agent']], hidden });
const newDraft = (hidden: Draft['hidden'] = {}) =>
  draftWith({ submissionId: newId('submission'), ...hidden });

/** Posts it, and returns the ids that the post names. */
function post(key: string, draft: Draft) {
  const data = new FormData();
  postDraft(key, draft, data);
  return { submissionId: String(data.get('submissionId')), formId: data.get('formId') };
}

function takeFor(draft: Draft, page: Draft['hidden']) {
  writeDraft(EDIT, draft);
  return takeDraft(EDIT, page);
}

function fullStorage() {
  return new Proxy(tabStorage(), {
    set() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
}

describe.each([
  ['with storage', tabStorage],
  ['with storage switched off', () => undefined],
  ['with storage that is full', fullStorage],
])('the id of a submission, %s', (_, storage) => {
  beforeEach(() => vi.stubGlobal('sessionStorage', storage()));

  it('is accepted by the server, and includes the id of its form', () => {
    const draft = newDraft();
    const posted = post(KEY, draft);
    expect(isId('submission', posted.submissionId)).toBe(true);
    expect(posted).toEqual({
      submissionId: expect.not.stringMatching(draft.hidden.submissionId ?? ''),
      formId: draft.hidden.submissionId,
    });
  });

  it('stays the same until the result was shown, also after more input, and is a new one then', () => {
    const draft = newDraft();
    const { submissionId } = post(KEY, draft);
    writeDraft(KEY, { ...draft, fields: [['name', 'text', 'Agents']] });
    endDrafts(KEY, { kind: 'submitted', submissionId: newId('submission') });
    expect(post(KEY, draft).submissionId).toBe(submissionId);
    endDrafts(KEY, { kind: 'submitted', submissionId });
    expect(readDraft(KEY)).toBeUndefined();
    expect(post(KEY, draft).submissionId).not.toBe(submissionId);
  });

  it('is another one for another form', () => {
    const { submissionId } = post(KEY, newDraft());
    expect(post(KEY, newDraft()).submissionId).not.toBe(submissionId);
  });

  it('does not exist for a form that changes a lead', () => {
    const data = new FormData();
    postDraft(EDIT, draftWith({ revision: '7' }), data);
    expect([...data]).toEqual([]);
  });
});

it('the draft that was sent ends, for a correction and for a new lead, and no other', () => {
  const [added, corrected] = [newDraft(), newDraft({ replaces: 'refused' })];
  writeDraft(KEY, added);
  const { submissionId } = post(CORRECTION, corrected);
  endDrafts(KEY, { kind: 'submitted', submissionId });
  expect(readDraft(CORRECTION)).toBeUndefined();
  expect(readDraft(KEY)).toEqual(added);
  endDrafts(KEY, { kind: 'submitted', submissionId: post(KEY, added).submissionId });
  expect(readDraft(KEY)).toBeUndefined();
});

it('a draft that was posted before the scripts loaded ends, under the id of its form', () => {
  const draft = newDraft();
  writeDraft(KEY, draft);
  endDrafts(KEY, { kind: 'submitted', submissionId: draft.hidden.submissionId ?? '' });
  expect(readDraft(KEY)).toBeUndefined();
});

it('input after the question survives a visit to the lead it is about, and is asked about again', () => {
  const draft = newDraft();
  const { submissionId } = post(KEY, draft);
  const asked = { ...draft, hidden: { ...draft.hidden, asked: submissionId } };
  writeDraft(KEY, asked);
  endDrafts(KEY, { kind: 'submitted', submissionId });
  expect(readDraft(KEY)?.fields).toEqual(draft.fields);
  expect(post(KEY, asked).submissionId).toBe(submissionId);
});

it.each([
  ['became a lead of its own', newId('submission')],
  ['turned out to be the same one', undefined],
])('the draft in question ends when it %s', (_, became) => {
  const draft = newDraft();
  const postedId = post(KEY, draft).submissionId;
  writeDraft(KEY, { ...draft, hidden: { ...draft.hidden, asked: postedId } });
  endDrafts(KEY, { kind: 'submitted', submissionId: became ?? postedId, postedId });
  expect(readDraft(KEY)).toBeUndefined();
});

describe('the draft of an edit', () => {
  const ofEdit = draftWith({ revision: '7' });

  it('is restored into the answers it was rendered from, else dropped, and that of a new lead into any form', () => {
    expect(takeFor(ofEdit, { revision: '7' })).toEqual({ draft: ofEdit });
    expect(takeFor(ofEdit, { revision: '9' })).toEqual({ dropped: ofEdit });
    expect(readDraft(EDIT)).toBeUndefined();
    const ofNew = newDraft();
    expect(takeFor(ofNew, { submissionId: 'b' })).toEqual({ draft: ofNew });
  });

  it('is not shown again once it was sent and the lead has other answers', () => {
    post(EDIT, ofEdit);
    expect(takeDraft(EDIT, { revision: '9' })).toEqual({});
    expect(readDraft(EDIT)).toBeUndefined();
  });

  it('ends with the save', () => {
    post(EDIT, ofEdit);
    endDrafts(`${EDIT}2`, { kind: 'lead' });
    endDrafts(EDIT.slice(0, -1), { kind: 'lead' });
    expect(readDraft(EDIT)).toMatchObject(ofEdit);
    endDrafts(EDIT, { kind: 'lead' });
    expect(readDraft(EDIT)).toBeUndefined();
  });

  it('stays if it was never sent, or was returned', () => {
    writeDraft(EDIT, ofEdit);
    endDrafts(EDIT, { kind: 'lead' });
    post(EDIT, ofEdit);
    writeDraft(EDIT, ofEdit);
    endDrafts(EDIT, { kind: 'lead' });
    expect(readDraft(EDIT)).toEqual(ofEdit);
  });
});

it('a draft belongs to the refused submission it corrects: to no other, and to no new lead', () => {
  const ofCorrection = newDraft({ replaces: 'one' });
  expect(takeFor(ofCorrection, { submissionId: 'b', replaces: 'one' })).toEqual({ draft: ofCorrection });
  expect(takeFor(ofCorrection, { submissionId: 'b', replaces: 'two' })).toEqual({ dropped: ofCorrection });
  expect(takeFor(ofCorrection, { submissionId: 'b' })).toEqual({ dropped: ofCorrection });
  expect(takeFor(newDraft(), { replaces: 'one' }).draft).toBeUndefined();
});

it('the list of drafts ends the copies of those that the server has no more, and nothing that it never had', () => {
  const [gone, there] = [newDraft({ draftId: 'gone' }), newDraft({ draftId: 'there' })];
  writeDraft(KEY, { ...gone, isStored: true });
  writeDraft(CORRECTION, { ...there, isStored: true });
  writeDraft(EDIT, gone);
  for (const start of [KEY, 'edit:one']) endDrafts(start, { kind: 'list', ids: ['there'] });
  expect([KEY, CORRECTION, EDIT].map((key) => readDraft(key)?.hidden.draftId)).toEqual([
    undefined,
    'there',
    'gone',
  ]);
});

describe('a page that continues a draft', () => {
  const CONTINUED = `${KEY}:draft=dft`;
  const page = { draftId: 'dft', draftRevision: 'rev' };

  it('takes what this tab typed under another key since, and no copy that the server has', () => {
    const typed = newDraft({ draftId: 'dft' });
    writeDraft(KEY, typed);
    writeDraft(CONTINUED, { ...typed, isStored: true });
    expect(takeDraft(CONTINUED, page)).toEqual({ draft: typed });
    expect([readDraft(KEY), readDraft(CONTINUED)]).toEqual([undefined, undefined]);
  });

  it('leaves other drafts', () => {
    const other = newDraft({ draftId: 'other' });
    writeDraft(KEY, other);
    expect(takeDraft(CONTINUED, page)).toEqual({});
    expect(readDraft(KEY)).toEqual(other);
  });

  it('takes no copy of one that is gone, but what this tab went on with as another', () => {
    const copy = newDraft({ draftId: 'dft' });
    writeDraft(CONTINUED, { ...copy, isStored: true });
    expect(takeDraft(CONTINUED, { draftId: 'new' })).toEqual({});
    const other = { ...newDraft({ draftId: 'other' }), isStored: true };
    writeDraft(CONTINUED, other);
    expect(takeDraft(CONTINUED, { draftId: 'new' })).toEqual({ draft: other });
  });
});
