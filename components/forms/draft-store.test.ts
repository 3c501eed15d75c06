import { expect, it } from 'vitest';
import { draftFields, restoreFields } from '@/lib/forms/draft-fields';
import { blankValues, type InputValues } from '@/lib/forms/input-values';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { type Draft, fieldsLeftOut } from './draft-store';

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

it('a draft contains what was typed, and no initial values', () => {
  expect(draftOf(start).fields).toEqual([]);
  expect(draftOf({ ...start, f0: '', f1: ['b'] }).fields).toEqual([
    ['name', 'text', ''],
    ['products', 'multi-picklist', ['b']],
  ]);
});

it('a consent is never stored, and every other tick and choice is, including an unticked one', () => {
  expect(draftOf({ ...start, f2: 'true', f3: 'true', f4: 'true', f5: 'yes' }).fields).toEqual([
    ['sure', 'boolean', 'true'],
    ['news', 'boolean', 'true'],
  ]);
  expect(draftFields(model, { ...start, f4: 'true' }, start)).toEqual([['news', 'boolean', '']]);
});

it('reports for each omitted field whether it is empty now or as before', () => {
  const model = buildModel([
    makeField({ id: 'ssn', label: 'Number', sensitive: true }),
    makeField({ id: 'pin', label: 'Code', sensitive: true }),
    makeField({ id: 'name', label: 'Name' }),
  ]);
  const ssn = model.fields.find(({ id }) => id === 'ssn')?.key ?? '';
  expect(fieldsLeftOut(model, { ...blankValues(model), [ssn]: '123' })).toEqual({
    empty: ['Code'],
    asBefore: ['Number'],
  });
});

it('sensitive fields are never stored', () => {
  const secret = buildModel([makeField({ id: 'ssn', label: 'Number', sensitive: true })]);
  expect(draftFields(secret, blankValues(secret), { f0: '123' })).toEqual([]);
});

it('an older draft with a consent does not restore it', () => {
  const before = { version: 'old', fields: [['agree', 'boolean', 'true']], hidden: {} } satisfies Draft;
  expect(restoreFields(model, before)).toEqual([]);
});

it('finds its fields in another version of the form, and drops those that no longer fit', () => {
  const draft = draftOf({ ...start, f0: 'Ada', f1: ['a'], f3: 'false' });
  const changed = buildModel([
    makeField({ id: 'new', label: 'New' }),
    makeField({ id: 'products', label: 'Products', kind: 'picklist', options: ['A'] }),
    makeField({ id: 'name', label: 'Full name' }),
  ]);
  expect(restoreFields(changed, draft)).toEqual([['f2', 'Ada']]);
});
