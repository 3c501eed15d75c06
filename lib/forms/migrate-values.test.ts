import { describe, expect, it } from 'vitest';
import { buildModel, english } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { compareFormModels, describeChanges } from './compare';
import { migrateValues } from './migrate-values';
import { validate } from './rules';

const timeZone = 'Europe/Berlin';
const options = { timeZone, texts: english };

const text = makeField({ id: 'a', label: 'Company' });
const colour = makeField({ id: 'c', label: 'Colour', kind: 'picklist', options: ['Red', 'Blue'] });

describe('when the schema changed while a form was open', () => {
  it('answers follow their field to its new place', () => {
    const to = buildModel([makeField({ id: 'new', label: 'New' }), colour, text]);
    const migrated = migrateValues(buildModel([text, colour]), { f0: 'Acme', f1: 'red' }, to, options);
    expect(migrated).toMatchObject({ input: { f0: '', f1: 'red', f2: 'Acme' }, lost: [] });
  });

  it('a consent is kept for the same wording, and requested again, with a notice, for another', () => {
    const agree = makeField({ id: 'y', label: 'I agree to calls', kind: 'boolean', help: 'From us.' });
    const move = (now: typeof agree) => {
      const [from, to] = [buildModel([agree]), buildModel([now])];
      const { input } = migrateValues(from, { f0: 'true' }, to, options);
      return [input.f0, ...describeChanges(compareFormModels(from, to), { t: english, locale: 'en' })];
    };
    expect(move({ ...agree, creatable: true, updateable: false })).toEqual(['true']);
    expect(move({ ...agree, label: 'I agree to mails' })).toEqual([
      '',
      '“I agree to calls” is now called “I agree to mails”.',
      '“I agree to mails” has new wording. Answer it again.',
    ]);
    expect(move({ ...agree, help: 'From anybody.' })).toEqual([
      '',
      '“I agree to calls” has new wording. Answer it again.',
    ]);
  });

  it('an answer without a place is returned as text', () => {
    const yes = makeField({ id: 'y', label: 'Approved', kind: 'boolean' });
    const migrated = migrateValues(
      buildModel([colour, yes, text]),
      { f0: 'red', f1: 'true', f2: '' },
      buildModel([text]),
      options,
    );
    expect(migrated.lost).toEqual([
      { label: 'Colour', text: 'Red' },
      { label: 'Approved', text: 'Yes' },
    ]);
    expect(migrated.input).toEqual({ f0: '' });
  });

  it('a choice no longer offered is kept, marked and explained', () => {
    const fewer = makeField({ id: 'c', label: 'Colour', kind: 'picklist', options: ['Blue'] });
    const { model, input } = migrateValues(buildModel([colour]), { f0: 'red' }, buildModel([fewer]), options);
    expect(input.f0).toBe('red');
    expect(model.fields[0]?.options?.at(-1)).toEqual({ value: 'red', label: 'Red', retired: true });
    expect(validate(model, input, { timeZone })).toMatchObject({
      errors: [{ message: 'Select another option: the one you chose is no longer offered' }],
    });
  });

  it.each([
    ['text', 'Red', 'picklist', 'red'],
    ['text', 'blue', 'picklist', 'blue'],
    ['picklist', 'red', 'text', 'Red'],
    ['picklist', 'red', 'multi-picklist', ['red']],
    ['multi-picklist', ['red'], 'picklist', 'red'],
    ['text', '12', 'number', '12'],
    ['date-time', '2026-07-01T10:00', 'date', '2026-07-01'],
  ] as const)('from %s (%j) to %s', (before, value, after, expected) => {
    const as = (kind: typeof before | typeof after) =>
      buildModel([
        {
          ...makeField({ id: 'x', label: 'X', kind }),
          ...(kind.endsWith('picklist') && { options: colour.options }),
        },
      ]);
    const input = typeof value === 'string' ? value : [...value];
    expect(migrateValues(as(before), { f0: input }, as(after), options)).toMatchObject({
      input: { f0: expected },
      lost: [],
    });
  });

  it.each([
    ['multi-picklist', ['red', 'blue'], 'picklist', 'Red, Blue'],
    ['text', 'green', 'picklist', 'green'],
    ['text', 'soon', 'date', 'soon'],
    ['date', '2026-07-01', 'date-time', '2026-07-01'],
    ['boolean', 'true', 'text', 'Yes'],
  ] as const)('what %s (%j) cannot express as %s is returned as text', (before, value, after, shown) => {
    const as = (kind: typeof before | typeof after) =>
      buildModel([
        {
          ...makeField({ id: 'x', label: 'X', kind }),
          ...(kind.endsWith('picklist') && { options: colour.options }),
        },
      ]);
    const input = typeof value === 'string' ? value : [...value];
    expect(migrateValues(as(before), { f0: input }, as(after), options).lost).toEqual([
      { label: 'X', text: shown },
    ]);
  });

  it('on edit, untouched fields start with the lead’s current values', () => {
    const as = (a: string) => buildModel([text, colour], { purpose: 'edit', current: { a, c: 'red' } });
    const migrated = migrateValues(as('Acme'), { f0: 'Acme', f1: 'blue' }, as('Acme Ltd'), options);
    expect(migrated.input).toEqual({ f0: 'Acme Ltd', f1: 'blue' });
  });
});

describe('the description of changes', () => {
  it('is in the order of the new form', () => {
    const before = buildModel([text, colour, makeField({ id: 'gone', label: 'Fax' })]);
    const after = buildModel([
      makeField({ id: 'new', label: 'Budget', required: true }),
      { ...text, label: 'Company name', required: true },
      makeField({ id: 'c', label: 'Colour', kind: 'picklist', options: ['Blue', 'A', 'B', 'C', 'D', 'E'] }),
    ]);
    expect(describeChanges(compareFormModels(before, after), { t: english, locale: 'en' })).toEqual([
      '“Company” is now called “Company name”.',
      '“Company name” is now required.',
      '“Budget” is new, and required.',
      '“Colour” no longer offers “Red”.',
      '“Colour” has new options: “A”, “B”, “C” and 2 more.',
      '“Fax” was removed.',
    ]);
  });

  it('is empty without changes', () => {
    expect(compareFormModels(buildModel([text, colour]), buildModel([colour, text]))).toEqual([]);
  });
});
