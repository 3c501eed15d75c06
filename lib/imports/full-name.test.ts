import { expect, it } from 'vitest';
import type { InputValues } from '@/lib/forms/input-values';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { dividesNames, FULL_NAME } from './full-name';
import { toValues } from './import-form';

const first = makeField({ id: 'firstName', label: 'First name', placement: 'standard' });
const last = makeField({ id: 'lastName', label: 'Last name', placement: 'standard' });
const company = makeField({ id: 'companyName', label: 'Company' });
const model = buildModel([first, last, company]);

type Row = { columns: (string | null)[]; cells: (string | number)[]; fixes?: Record<string, string> };

function read({ columns, cells, fixes = {} }: Row): (InputValues[string] | undefined)[] {
  const reading = { habits: { decimal: '.', dates: 'ymd' }, locale: 'en', timeZone: 'UTC' } as const;
  const values = toValues(model, { cells, fixes }, { ...reading, columns });
  return ['firstName', 'lastName'].map(
    (id) => values[model.fields.find((field) => field.id === id)?.key ?? ''],
  );
}

const named = (name: string) => read({ columns: [FULL_NAME], cells: [name] });

it.each([
  ['Anna Weber', 'Anna', 'Weber'],
  ['Weber, Anna', 'Anna', 'Weber'],
  ['Dr. Anna Maria Weber', 'Anna Maria', 'Weber'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Phil Kollinger', 'Phil', 'Kollinger'],
  ['Dr. med. Anna Kollinger', 'Anna', 'Kollinger'],
  ['山田 太郎', '太郎', '山田'],
  ['Weber', '', 'Weber'],
  ['', '', ''],
])('a column of full names is divided: %j', (name, firstName, lastName) => {
  expect(named(name)).toEqual([firstName, lastName]);
});

it('a column of its own, or what the person entered, comes before a part of the full name', () => {
  expect(read({ columns: [FULL_NAME, 'lastName'], cells: ['Anna Weber', 'Weber-Lind'] })).toEqual([
    'Anna',
    'Weber-Lind',
  ]);
  expect(read({ columns: [FULL_NAME], cells: ['Anna Weber'], fixes: { firstName: 'Anne' } })).toEqual([
    'Anne',
    'Weber',
  ]);
});

it('is offered only if the form asks for first and last name', () => {
  expect(dividesNames(model.fields)).toBe(true);
  expect(dividesNames(buildModel([last, company]).fields)).toBe(false);
});
