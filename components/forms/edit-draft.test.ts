import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Draft, readDraft, writeDraft } from './draft-store';
import { endSentDraft, isOfThisForm, markSent } from './edit-draft';

const KEY = 'edit:one';
const ofEdit: Draft = { version: 'v', fields: [['name', 'text', 'Agent']], hidden: { revision: '7' } };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('the draft of an edit belongs to the answers it was rendered from, and that of a new lead to any form', () => {
  expect(isOfThisForm(ofEdit, { revision: '7' })).toBe(true);
  expect(isOfThisForm(ofEdit, { revision: '9' })).toBe(false);
  expect(isOfThisForm({ ...ofEdit, hidden: { submissionId: 'a' } }, { submissionId: 'b' })).toBe(true);
});

it('a draft belongs to the refused submission it corrects: to no other, and to no new lead', () => {
  const ofCorrection = { ...ofEdit, hidden: { submissionId: 'a', replaces: 'one' } };
  expect(isOfThisForm(ofCorrection, { submissionId: 'b', replaces: 'one' })).toBe(true);
  expect(isOfThisForm(ofCorrection, { submissionId: 'b', replaces: 'two' })).toBe(false);
  expect(isOfThisForm(ofCorrection, { submissionId: 'b' })).toBe(false);
  expect(isOfThisForm({ ...ofEdit, hidden: { submissionId: 'a' } }, { replaces: 'one' })).toBe(false);
});

it('a draft ends with the save', () => {
  writeDraft(KEY, ofEdit);
  markSent(KEY, true);
  expect(readDraft(KEY)).toEqual({ ...ofEdit, isSent: true });
  endSentDraft(KEY);
  expect(readDraft(KEY)).toBeUndefined();
});

it('a draft that was never sent, or was returned for correction, stays', () => {
  writeDraft(KEY, ofEdit);
  endSentDraft(KEY);
  markSent(KEY, true);
  markSent(KEY, false);
  endSentDraft(KEY);
  expect(readDraft(KEY)).toEqual(ofEdit);
});
