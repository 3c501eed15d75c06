import { expect, it } from 'vitest';
import type { StoredFieldOverrides } from '@/lib/forms/field-overrides';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { findBrokenSettings } from './broken-settings';

const COMPANY = makeField({ id: 'companyName', label: 'Company' });
const NOTE = makeField({ id: 'note', label: 'Note' });
const FROM = makeSchema([COMPANY, NOTE]);
const findBroken = (fields: ReturnType<typeof makeField>[], stored: StoredFieldOverrides = new Map()) =>
  findBrokenSettings({ from: FROM, to: makeSchema(fields), stored, locale: 'en' });

it('settings of a field that goes are named by the label that people see', () => {
  const stored = new Map([['note', { label: 'Remark', hidden: false }]]);
  expect(findBroken([COMPANY], stored)).toEqual({ gone: ['Remark'], shownAgain: [], roles: [] });
  expect(findBroken([COMPANY, NOTE], stored).gone).toEqual([]);
});

it('a hidden field that becomes required is shown again', () => {
  const stored = new Map([['note', { hidden: true }]]);
  expect(findBroken([COMPANY, { ...NOTE, required: true }], stored).shownAgain).toEqual(['Note']);
  expect(findBroken([COMPANY, NOTE], stored).shownAgain).toEqual([]);
});

it('a field that goes leaves its use to another one, or to none', () => {
  expect(findBroken([NOTE]).roles).toEqual([{ role: 'company', was: 'Company' }]);
  const account = makeField({ id: 'account', label: 'Account name' });
  expect(findBroken([NOTE, account]).roles).toEqual([
    { role: 'company', was: 'Company', is: 'Account name' },
  ]);
});
