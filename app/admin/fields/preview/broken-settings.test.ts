import { expect, it } from 'vitest';
import type { StoredFieldOverrides } from '@/lib/forms/field-overrides';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { harmToSettings } from './broken-settings';

const COMPANY = makeField({ id: 'companyName', label: 'Company' });
const NOTE = makeField({ id: 'note', label: 'Note' });
const FROM = makeSchema([COMPANY, NOTE]);
const harm = (fields: ReturnType<typeof makeField>[], stored: StoredFieldOverrides = new Map()) =>
  harmToSettings({ from: FROM, to: makeSchema(fields), stored, locale: 'en' });

it('settings of a field that goes are named by the label that people see', () => {
  const stored = new Map([['note', { label: 'Remark', hidden: false }]]);
  expect(harm([COMPANY], stored)).toEqual({ gone: ['Remark'], shownAgain: [], roles: [] });
  expect(harm([COMPANY, NOTE], stored).gone).toEqual([]);
});

it('a hidden field that becomes required is shown again', () => {
  const stored = new Map([['note', { hidden: true }]]);
  expect(harm([COMPANY, { ...NOTE, required: true }], stored).shownAgain).toEqual(['Note']);
  expect(harm([COMPANY, NOTE], stored).shownAgain).toEqual([]);
});

it('a field that goes leaves its use to another one, or to none', () => {
  expect(harm([NOTE]).roles).toEqual([{ role: 'company', was: 'Company' }]);
  const account = makeField({ id: 'account', label: 'Account name' });
  expect(harm([NOTE, account]).roles).toEqual([{ role: 'company', was: 'Company', is: 'Account name' }]);
});
