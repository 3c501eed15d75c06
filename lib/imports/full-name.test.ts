import { expect, it } from 'vitest';
import type { InputValues } from '@/lib/forms/input-values';
import { buildModel, english } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { rowChecker } from './check-rows';
import { dividesNames, FULL_NAME } from './full-name';
import { toValues } from './import-form';

const first = makeField({ id: 'firstName', label: 'First name', placement: 'standard' });
const last = makeField({ id: 'lastName', label: 'Last name', placement: 'standard' });
const company = makeField({ id: 'companyName', label: 'Company' });
const model = buildModel([first, last, company]);

type Row = { columns: (string | null)[]; cells: (string | number)[]; fixes?: Record<string, string> };

function read({ columns, cells, fixes = {} }: Row): (InputValues[string] | undefined)[] {
  const interpretation = {
    fileFormat: { decimal: '.', dates: 'ymd' },
    locale: 'en',
    timeZone: 'UTC',
  } as const;
  const values = toValues(model, { cells, fixes }, { ...interpretation, columns });
  return ['firstName', 'lastName'].map(
    (id) => values[model.fields.find((field) => field.id === id)?.key ?? ''],
  );
}

/** The fields that the row asks about. */
function refused({ columns, cells, fixes = {} }: Row): string[] {
  const interpretation = {
    fileFormat: { decimal: '.', dates: 'ymd' },
    locale: 'en',
    timeZone: 'UTC',
  } as const;
  const check = rowChecker({ form: { model, t: english }, interpretation: { ...interpretation, columns } });
  const outcome = check({ cells, fixes });
  return outcome.ok ? [] : outcome.errors.map(({ fieldId }) => fieldId).toSorted();
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
  ['山田 太郎様', '太郎', '山田'],
  ['山田 太郎 様', '太郎', '山田'],
  ['Dipl.-Ing. (FH) Karl Alder', 'Karl', 'Alder'],
  ['Prof. Dr. Dr. h.c. mult. Karl Alder', 'Karl', 'Alder'],
  ['Dr.-Ing. Karl Alder', 'Karl', 'Alder'],
  ['DI Karl Alder', 'Karl', 'Alder'],
  ['RA Karl Alder', 'Karl', 'Alder'],
  ['Karl Alder jun.', 'Karl', 'Alder'],
  ['Karl Alder, MBA', 'Karl', 'Alder'],
  ['Karl Alder, M. Sc., Ph. D.', 'Karl', 'Alder'],
  ['Karl Alder (he/him)', 'Karl', 'Alder'],
  ['Alder, Dr. Karl', 'Karl', 'Alder'],
  ['Dr. med. dent. Eva Alder', 'Eva', 'Alder'],
  ['Frau Dr. Eva Alder-Birke', 'Eva', 'Alder-Birke'],
  ['Sr. Pablo Díaz', 'Pablo', 'Díaz'],
  ['Hr. Karl Alder', 'Karl', 'Alder'],
  ['J. R. Alder', 'J. R.', 'Alder'],
  ['karl alder', 'karl', 'alder'],
  ['KARL ALDER', 'KARL', 'ALDER'],
  ['DUPONT Jean', 'Jean', 'DUPONT'],
  ["Jeanne d'Arc", 'Jeanne', "d'Arc"],
  ['Dr. Phil Kollinger', 'Phil', 'Kollinger'],
  ['Amartya Sen', 'Amartya', 'Sen'],
  ['Yo-Yo Ma', 'Yo-Yo', 'Ma'],
  ['Weber', '', 'Weber'],
  ['', '', ''],
])('a column of full names is divided: %j', (name, firstName, lastName) => {
  expect(named(name)).toEqual([firstName, lastName]);
});

it.each([
  'Karl von und zu Alder',
  'Eva Alder geb. Birke',
  'Karl Alder FRCS',
  'Karl (Charly) Alder',
  'Mjr. Karl Alder',
  'JD Alder',
  'Eva & Karl Alder',
  'Alder, Karl, Berlin',
])('a name whose parts nobody can tell apart asks in its row: %j', (name) => {
  expect(refused({ columns: [FULL_NAME], cells: [name] })).toEqual(['firstName', 'lastName']);
  const fixes = { firstName: 'Karl', lastName: 'Alder' };
  expect(refused({ columns: [FULL_NAME], cells: [name], fixes })).toEqual([]);
  expect(refused({ columns: [FULL_NAME, 'lastName'], cells: [name, 'Alder'] })).toEqual(['firstName']);
});

it('a name that is sure asks nothing', () => {
  for (const name of ['Karl Alder', 'Weber', '', '山田太郎']) {
    expect(refused({ columns: [FULL_NAME], cells: [name] })).toEqual([]);
  }
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
