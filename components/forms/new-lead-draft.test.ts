import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isId, newId } from '@/lib/core/ids';
import { tabStorage } from '@/tests/support/form-page';
import { type Draft, readDraft, writeDraft } from './draft-store';
import { endDraftsOf } from './end-drafts';
import { forgetPosted, nameSubmission, postedId } from './new-lead-draft';

function post(formId: string) {
  const data = new FormData();
  data.set('submissionId', formId);
  nameSubmission(data);
  return { submissionId: String(data.get('submissionId')), formId: data.get('formId') };
}

describe.each([
  ['with storage', tabStorage],
  ['with storage switched off', () => undefined],
])('the id of a submission, %s', (_, storage) => {
  beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
  afterEach(() => vi.unstubAllGlobals());

  it('is accepted by the server, and includes the id of its form', () => {
    const formId = newId('submission');
    const posted = post(formId);
    expect(isId('submission', posted.submissionId)).toBe(true);
    expect(posted).toEqual({ submissionId: expect.not.stringMatching(formId), formId });
  });

  it('stays the same until the result was shown, and is a new one then', () => {
    const formId = newId('submission');
    const { submissionId } = post(formId);
    expect(post(formId).submissionId).toBe(submissionId);
    forgetPosted(newId('submission'));
    expect(postedId(formId)).toBe(submissionId);
    forgetPosted(submissionId);
    expect(postedId(formId)).toBeUndefined();
    expect(post(formId)).toEqual({ submissionId: expect.not.stringMatching(submissionId), formId });
  });

  it('does not exist for a form that changes a lead', () => {
    const data = new FormData();
    nameSubmission(data);
    expect([...data]).toEqual([]);
  });
});

const KEY = 'new:one';
const CORRECTION = `${KEY}:from=refused`;

beforeEach(() => vi.stubGlobal('sessionStorage', tabStorage()));
afterEach(() => vi.unstubAllGlobals());

function keep(key: string, hidden: Record<string, string> = {}): Draft {
  const draft: Draft = {
    version: 'v',
    fields: [['name', 'text', 'Agent']],
    hidden: { submissionId: newId('submission'), ...hidden },
  };
  writeDraft(key, draft);
  return draft;
}

function postDraft({ hidden }: Draft): string {
  const data = new FormData();
  data.set('submissionId', hidden.submissionId ?? '');
  nameSubmission(data);
  return String(data.get('submissionId'));
}

it('the draft that was sent ends, for a correction and for a new lead, and no other', () => {
  const [added, corrected] = [keep(KEY), keep(CORRECTION, { replaces: 'refused' })];
  const submissionId = postDraft(corrected);
  endDraftsOf(KEY, { submissionId });
  expect(readDraft(CORRECTION)).toBeUndefined();
  expect(readDraft(KEY)).toEqual(added);
  endDraftsOf(KEY, { submissionId: postDraft(added) });
  expect(readDraft(KEY)).toBeUndefined();
});

it('input after the question survives a visit to the lead it is about, and is asked about again', () => {
  const draft = keep(KEY);
  const submissionId = postDraft(draft);
  writeDraft(KEY, { ...draft, hidden: { ...draft.hidden, asked: submissionId } });
  endDraftsOf(KEY, { submissionId });
  expect(readDraft(KEY)?.fields).toEqual(draft.fields);
  expect(postedId(draft.hidden.submissionId ?? '')).toBe(submissionId);
});

it.each([
  ['became a lead of its own', newId('submission')],
  ['turned out to be the same one', undefined],
])('the draft in question ends when it %s', (_, became) => {
  const draft = keep(KEY);
  const posted = postDraft(draft);
  writeDraft(KEY, { ...draft, hidden: { ...draft.hidden, asked: posted } });
  endDraftsOf(KEY, { submissionId: became ?? posted, postedId: posted });
  expect(readDraft(KEY)).toBeUndefined();
  expect(postedId(draft.hidden.submissionId ?? '')).toBeUndefined();
});
