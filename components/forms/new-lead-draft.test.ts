import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '@/lib/core/ids';
import { tabStorage } from '@/tests/support/form-page';
import { type Draft, readDraft, writeDraft } from './draft-store';
import { endDraftsOf } from './new-lead-draft';
import { nameSubmission, postedId } from './submission-ids';

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

function post({ hidden }: Draft): string {
  const data = new FormData();
  data.set('submissionId', hidden.submissionId ?? '');
  nameSubmission(data);
  return String(data.get('submissionId'));
}

it('the draft that was sent ends, for a correction and for a new lead, and no other', () => {
  const [added, corrected] = [keep(KEY), keep(CORRECTION, { replaces: 'refused' })];
  const submissionId = post(corrected);
  endDraftsOf(KEY, { submissionId });
  expect(readDraft(CORRECTION)).toBeUndefined();
  expect(readDraft(KEY)).toEqual(added);
  endDraftsOf(KEY, { submissionId: post(added) });
  expect(readDraft(KEY)).toBeUndefined();
});

it('input after the question survives a visit to the lead it is about, and is asked about again', () => {
  const draft = keep(KEY);
  const submissionId = post(draft);
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
  const posted = post(draft);
  writeDraft(KEY, { ...draft, hidden: { ...draft.hidden, asked: posted } });
  endDraftsOf(KEY, { submissionId: became ?? posted, postedId: posted });
  expect(readDraft(KEY)).toBeUndefined();
  expect(postedId(draft.hidden.submissionId ?? '')).toBeUndefined();
});
