import { expect, it } from 'vitest';
import { buildModel, english } from '@/tests/support/english';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { draftFields, typedBeyond } from './draft-fields';
import { buildFormModel } from './form-model';
import { blankValues } from './input-values';

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
  expect(typedBeyond(model, { start, values, words: { yes: 'Yes', no: 'No' } })).toEqual([
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
