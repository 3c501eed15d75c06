import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { blankValues } from '@/lib/forms/input-values';
import { formTexts } from '@/lib/forms/texts';
import { buildModel, english } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { type Draft, readDraft, writeDraft } from './draft-store';
import { endSentDraft, isOfThisForm, markSent, typedBeyond } from './edit-draft';

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

it('input that is not restored is shown as text if the lead has another value now', () => {
  const model = buildModel([
    makeField({ id: 'name', label: 'Name' }),
    makeField({ id: 'city', label: 'City' }),
    makeField({ id: 'kind', label: 'Kind', kind: 'picklist', options: ['Web store'] }),
    makeField({ id: 'sure', label: 'Sure', kind: 'boolean', required: true }),
  ]);
  const start = { ...blankValues(model), f0: 'Agent', f1: 'Oslo' };
  const option = String(model.fields[2]?.options?.[0]?.value);
  const fields: Draft['fields'] = [
    ['name', 'text', 'Agent'],
    ['city', 'text', 'Bergen'],
    ['kind', 'picklist', option],
    ['sure', 'boolean', 'true'],
  ];
  const texts = formTexts(english, { purpose: 'edit', locale: 'en' });
  expect(typedBeyond(model, { start, draft: { ...ofEdit, fields }, texts })).toEqual([
    { label: 'City', text: 'Bergen' },
    { label: 'Kind', text: 'Web store' },
    { label: 'Sure', text: 'Yes' },
  ]);
});
