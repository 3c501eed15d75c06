import { expect, it } from 'vitest';
import { blankValues, type InputValues } from '@/lib/forms/input-values';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { type Draft, draftFields, fieldsLeftOut, restoreFields } from './draft-store';

const fields = [
  makeField({ id: 'name', label: 'Name' }),
  makeField({ id: 'products', label: 'Products', kind: 'multi-picklist', options: ['A', 'B'] }),
  makeField({ id: 'agree', label: 'I agree', kind: 'boolean' }),
  makeField({ id: 'sure', label: 'Sure', kind: 'boolean', required: true }),
  makeField({ id: 'news', label: 'Newsletter', kind: 'boolean' }),
  makeField({ id: 'c', label: 'Consent', kind: 'picklist', options: ['Yes'] }),
];
const model = buildModel(fields);
const start: InputValues = { ...blankValues(model), f0: 'as drawn' };
const draftOf = (now: InputValues) => ({
  version: model.version,
  fields: draftFields(model, start, { ...start, ...now }),
  hidden: {},
});

it('a draft holds what was typed, and nothing the form was drawn with', () => {
  expect(draftOf(start).fields).toEqual([]);
  expect(draftOf({ ...start, f0: '', f1: ['b'] }).fields).toEqual([
    ['name', 'text', ''],
    ['products', 'multi-picklist', ['b']],
  ]);
});

it('a consent is never kept, and every other tick and choice is, also one that was taken back', () => {
  expect(draftOf({ ...start, f2: 'true', f3: 'true', f4: 'true', f5: 'yes' }).fields).toEqual([
    ['sure', 'boolean', 'true'],
    ['news', 'boolean', 'true'],
  ]);
  expect(draftFields(model, { ...start, f4: 'true' }, start)).toEqual([['news', 'boolean', '']]);
});

it('says of each field that is not kept whether it is empty now or as it was before', () => {
  const model = buildModel([
    makeField({ id: 'ssn', label: 'Number', sensitive: true }),
    makeField({ id: 'pin', label: 'Code', sensitive: true }),
    makeField({ id: 'name', label: 'Name' }),
  ]);
  const [ssn = ''] = model.fields.map(({ key }) => key);
  expect(fieldsLeftOut(model, { ...blankValues(model), [ssn]: '123' })).toEqual({
    empty: ['Code'],
    asBefore: ['Number'],
  });
});

it('what the portal marks as sensitive is never kept', () => {
  const secret = buildModel([makeField({ id: 'ssn', label: 'Number', sensitive: true })]);
  expect(draftFields(secret, blankValues(secret), { f0: '123' })).toEqual([]);
});

it('a draft of before, which holds a consent, does not bring it back', () => {
  const before = { version: 'old', fields: [['agree', 'boolean', 'true']], hidden: {} } satisfies Draft;
  expect(restoreFields(model, before)).toEqual([]);
});

it('finds its fields in another version of the form, and leaves out what no longer fits', () => {
  const draft = draftOf({ ...start, f0: 'Ada', f1: ['a'], f3: 'false' });
  const changed = buildModel([
    makeField({ id: 'new', label: 'New' }),
    makeField({ id: 'products', label: 'Products', kind: 'picklist', options: ['A'] }),
    makeField({ id: 'name', label: 'Full name' }),
  ]);
  expect(restoreFields(changed, draft)).toEqual([['f2', 'Ada']]);
});
