import { describe, expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { summarize } from './form-summary';
import { blankValues, type InputValues } from './input-values';

const model = buildModel([
  makeField({ id: 'firstName', label: 'First name', placement: 'standard' }),
  makeField({ id: 'lastName', label: 'Last name', placement: 'standard', required: true }),
  makeField({ id: 'email', label: 'Email', kind: 'email', placement: 'standard', required: true }),
  makeField({ id: 'co', label: 'Company', kind: 'picklist', options: ['Acme Ltd'], required: true }),
  makeField({ id: 'products', label: 'Products', kind: 'multi-picklist', options: ['A', 'B'] }),
  makeField({ id: 'ok', label: 'Consent', kind: 'boolean', required: true }),
]);
const keyOf = (id: string) => model.fields.find((field) => field.id === id)?.key ?? '';
const start = blankValues(model);
const summary = (answers: Record<string, string | string[]>, from: InputValues = start) =>
  summarize(model, {
    values: { ...from, ...Object.fromEntries(Object.entries(answers).map(([id, one]) => [keyOf(id), one])) },
    start: from,
  });

describe('the summary of a form', () => {
  it('is empty at first, and names what is required in the order of the form', () => {
    const missing = ['lastName', 'email', 'co', 'ok'].map(keyOf);
    expect(summary({})).toEqual({ company: '', person: '', answered: 0, missing, changed: [] });
  });

  it('names company and person as a reader would, and counts answers, not white space', () => {
    expect(summary({ co: 'acme-ltd', firstName: ' Ada ', lastName: 'Reed', email: '  ' })).toMatchObject({
      company: 'Acme Ltd',
      person: 'Ada Reed',
      answered: 3,
      missing: ['email', 'ok'].map(keyOf),
    });
  });

  it('falls back to the email address, and to a choice that the form does not offer', () => {
    expect(summary({ email: 'ada@example.com', co: 'gone' })).toMatchObject({
      company: 'gone',
      person: 'ada@example.com',
    });
  });

  it('takes “no” as an answer, and no choice as none', () => {
    expect(summary({ ok: 'false', products: [] })).toMatchObject({ answered: 1 });
    expect(summary({ ok: 'false' }).missing).not.toContain(keyOf('ok'));
  });

  it('names what differs from the start, and no longer after it was set back', () => {
    const saved = { ...start, [keyOf('lastName')]: 'Reed', [keyOf('products')]: ['a', 'b'] };
    expect(summary({ lastName: 'Reid', products: ['b', 'a'] }, saved).changed).toEqual([keyOf('lastName')]);
    expect(summary({ lastName: 'Reed' }, saved).changed).toEqual([]);
  });
});
