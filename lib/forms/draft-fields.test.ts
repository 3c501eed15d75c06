import { expect, it } from 'vitest';
import { buildModel, english } from '@/tests/support/english';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import {
  answersOutsideForm,
  type DraftField,
  draftFields,
  fieldsLeftOut,
  restoreFields,
} from './draft-fields';
import { buildFormModel } from './form-model';
import { blankValues, type InputValues } from './input-values';

it('input that is not restored is shown as text if the lead has another value now', () => {
  const model = buildModel([
    makeField({ id: 'name', label: 'Name' }),
    makeField({ id: 'city', label: 'City' }),
    makeField({ id: 'kind', label: 'Kind', kind: 'picklist', options: ['Web store'] }),
    makeField({ id: 'sure', label: 'Sure', kind: 'boolean', required: true }),
  ]);
  const start = { ...blankValues(model), f0: 'Agent', f1: 'Oslo' };
  const option = String(model.fields[2]?.options?.[0]?.value);
  const values = { f0: 'Agent', f1: 'Bergen', f2: option, f3: 'true' };
  expect(answersOutsideForm(model, { start, values, labels: { yes: 'Yes', no: 'No' } })).toEqual([
    { label: 'City', text: 'Bergen' },
    { label: 'Kind', text: 'Web store' },
    { label: 'Sure', text: 'Yes' },
  ]);
});

it('holds no consent, nothing sensitive, and no field that an admin calls a consent', () => {
  const fields = [
    makeField({ id: 'agree', label: 'I agree', kind: 'boolean' }),
    makeField({ id: 'pin', label: 'Pin', sensitive: true }),
    makeField({ id: 'news', label: 'Newsletter', kind: 'boolean' }),
    makeField({ id: 'name', label: 'Name' }),
  ];
  const overrides = new Map([['news', { hidden: false, role: 'consent' as const }]]);
  const model = buildFormModel({
    schema: makeSchema(fields),
    overrides,
    purpose: 'create',
    texts: english,
    locale: 'en',
  });
  const typed = Object.fromEntries(model.fields.map(({ key }) => [key, 'true']));
  expect(draftFields(model, blankValues(model), typed)).toEqual([['name', 'text', 'true']]);
});

const FIELDS = [
  makeField({ id: 'name', label: 'Name' }),
  makeField({ id: 'products', label: 'Products', kind: 'multi-picklist', options: ['A', 'B'] }),
  makeField({ id: 'agree', label: 'I agree', kind: 'boolean' }),
  makeField({ id: 'sure', label: 'Sure', kind: 'boolean', required: true }),
  makeField({ id: 'news', label: 'Newsletter', kind: 'boolean' }),
  makeField({ id: 'c', label: 'Consent', kind: 'picklist', options: ['Yes'] }),
];
const model = buildModel(FIELDS);
const start: InputValues = { ...blankValues(model), f0: 'as drawn' };
const draftOf = (now: InputValues) => ({
  fields: draftFields(model, start, { ...start, ...now }),
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

it('an older draft with a consent does not restore it', () => {
  const before = { fields: [['agree', 'boolean', 'true']] satisfies DraftField[] };
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
