import { describe, expect, it } from 'vitest';
import type { Field } from '@/lib/forms/field';
import { validate } from '@/lib/forms/rules';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { toInput } from './cell-input';
import { formatOf, guessFormat } from './file-format';

const zone = { timeZone: 'Europe/Berlin' };
const COMMA = { decimal: ',', dates: 'dmy' } as const;
const POINT = { decimal: '.', dates: 'mdy' } as const;
const YEAR = { decimal: '.', dates: 'ymd' } as const;

function read(
  field: Partial<Field>,
  cell: string | number,
  fileFormat: typeof COMMA | typeof POINT | typeof YEAR,
  locale = 'en',
) {
  const { options, ...rest } = field;
  const model = buildModel(
    [{ ...makeField({ id: 'x', label: 'X', ...rest }), ...(options && { options }) }],
    { locale },
  );
  const [shown] = model.fields;
  if (!shown) throw new Error('the form has no field');
  const input = toInput(shown, cell, { fileFormat, locale, ...zone });
  const outcome = validate(model, { [shown.key]: input }, zone);
  return outcome.ok ? outcome.answers.x : outcome.errors.map(() => 'wrong').join();
}

describe('a cell as an answer', () => {
  it.each(['en', 'de', 'fr', 'ja'])('is the same number for a reader of %s', (locale) => {
    const amount = (cell: string | number, fileFormat: typeof COMMA | typeof POINT) =>
      read({ kind: 'currency' }, cell, fileFormat, locale);
    expect(amount('12.500', COMMA)).toBe(12_500);
    expect(amount('12.500', POINT)).toBe(12.5);
    expect(amount('12,500', POINT)).toBe(12_500);
    expect(amount('12,5', COMMA)).toBe(12.5);
    expect(amount('1.234.567,89 €', COMMA)).toBe(1_234_567.89);
    expect(amount(12.125, COMMA)).toBe(12.125);
    expect(amount(1_000_000, COMMA)).toBe(1_000_000);
    expect(amount('about ten', COMMA)).toBe('wrong');
  });

  it.each([
    ['$1,200.00', 'wrong'],
    ['£1200', 'wrong'],
    ['USD 1200', 'wrong'],
    // As a workbook's number format names it.
    ['$\u00a01200.50', 'wrong'],
    ['Kč\u00a01200', 'wrong'],
    ['€\u00a01200.50', 1200.5],
    ['EUR\u00a01200', 1200],
  ])('is an amount in the currency of the field only: %j', (cell, amount) => {
    for (const fileFormat of [COMMA, POINT]) {
      expect(read({ kind: 'currency', currency: 'EUR' }, cell, fileFormat)).toBe(amount);
    }
  });

  it('is a number in any currency of a workbook where the field names none', () => {
    expect(read({ kind: 'number' }, 'Kč\u00a01200.5', COMMA)).toBe(1200.5);
  });

  it.each([
    ['31.12.2027', COMMA, '2027-12-31'],
    ['1/2/27', COMMA, '2027-02-01'],
    ['1/2/27', POINT, '2027-01-02'],
    ['2027-12-31', POINT, '2027-12-31'],
    ['2027/12/31', COMMA, '2027-12-31'],
    ['31/12/2027', POINT, 'wrong'],
    ['30.02.2027', COMMA, 'wrong'],
    ['03/04/2027', YEAR, 'wrong'],
    ['31/12/2027', YEAR, '2027-12-31'],
    ['2027-03-30 00:00:00', YEAR, '2027-03-30'],
    ['2027-03-30T00:00:00.000Z', COMMA, '2027-03-30'],
    ['03/30/2027 00:00', POINT, '2027-03-30'],
    ['2027-03-30 14:30:00', YEAR, 'wrong'],
    ['30-Mar-2027', POINT, '2027-03-30'],
    ['30-mars-27', COMMA, '2027-03-30'],
    ['30. März 2027', COMMA, '2027-03-30'],
    ['31-Apr-2027', COMMA, 'wrong'],
    ['30-Foo-2027', COMMA, 'wrong'],
  ] as const)('is a day: %s', (cell, fileFormat, day) => {
    expect(read({ kind: 'date' }, cell, fileFormat)).toBe(day);
  });

  it.each([
    ['31.12.2027 14:30', COMMA, '2027-12-31T14:30:00+01:00'],
    ['12/31/2027 2:30 pm', POINT, '2027-12-31T14:30:00+01:00'],
    ['2027-12-31T14:30', COMMA, '2027-12-31T14:30:00+01:00'],
    ['2027-12-31T13:30:00Z', COMMA, '2027-12-31T14:30:00+01:00'],
    ['31.12.2027', COMMA, 'wrong'],
  ] as const)('is a time: %s', (cell, fileFormat, time) => {
    expect(read({ kind: 'date-time' }, cell, fileFormat)).toBe(time);
  });

  const options = [
    { value: 'web-store', label: 'Web store', active: true },
    { value: 7, label: 'Büro', active: true },
  ];

  it('is a choice by its value or its label', () => {
    const choose = (cell: string | number) => read({ kind: 'picklist', options }, cell, COMMA);
    expect(choose('web-store')).toBe('web-store');
    expect(choose(' WEB STORE ')).toBe('web-store');
    expect(choose('buro')).toBe(7);
    expect(choose(7)).toBe(7);
    expect(choose('shop')).toBe('wrong');
  });

  it('is several choices with any usual separator', () => {
    const choose = (cell: string) => read({ kind: 'multi-picklist', options }, cell, COMMA);
    expect(choose('Web store; Büro')).toEqual(['web-store', 7]);
    expect(choose('Büro|Web store')).toEqual(['web-store', 7]);
    expect(choose('Web store, shop')).toBe('wrong');
  });

  it('is yes or no in words', () => {
    const tick = (cell: string) => read({ kind: 'boolean' }, cell, COMMA);
    expect([tick('Ja'), tick('x'), tick('TRUE'), tick('Nein'), tick('maybe')]).toEqual([
      ...[true, true, true, false, 'wrong'],
    ]);
    expect(read({ kind: 'boolean', required: true }, 'não', COMMA)).toBe(false);
  });

  it('is text as it stands, also from a number', () => {
    expect(read({ kind: 'phone' }, 4_917_612_345_678, COMMA)).toBe('4917612345678');
    expect(read({ kind: 'text' }, '=1+1', COMMA)).toBe('=1+1');
  });
});

function guess(kind: 'currency' | 'date', cells: readonly string[]) {
  const guessed = guessFormat();
  guessed.add(kind, cells);
  return guessed.fileFormat('en');
}

describe('how a file writes numbers and dates', () => {
  it('is that of the reader unless the file shows another', () => {
    expect(formatOf('de')).toEqual({ decimal: ',', dates: 'dmy' });
    expect(formatOf('en')).toEqual({ decimal: '.', dates: 'mdy' });
    expect(formatOf('ja')).toEqual({ decimal: '.', dates: 'ymd' });
  });

  it('is seen where there is one interpretation', () => {
    const numbers = (...cells: string[]) => guess('currency', cells).decimal;
    const dates = (...cells: string[]) => guess('date', cells).dates;
    expect(numbers('12.500', '3,5')).toBe(',');
    expect(numbers('1.234.567')).toBe(',');
    expect(numbers('12.500')).toBe('.');
    // As a workbook's number, whatever its people write.
    expect(numbers('€\u00a012.50', '3,5')).toBe(',');
    expect(dates('03/04/2027', '31/12/2027')).toBe('dmy');
    expect(dates('03/04/2027', '12/31/2027')).toBe('mdy');
    expect(dates('2027-12-31')).toBe('ymd');
    expect(dates('03/04/2027')).toBe('mdy');
    expect(dates('03/04/2027', '2027-12-31', '31/12/2027')).toBe('dmy');
  });

  it('is asked about where the file contradicts itself, whichever is more frequent', () => {
    expect(guess('currency', ['12.50', '99.95', '1.250,00', '3.500']).unsure).toContain('decimal');
    expect(guess('date', ['01/02/2027', '12/31/2026', '31/12/2026']).unsure).toContain('dates');
    // With dots the day is first, which says nothing about slashes.
    expect(guess('date', ['03/04/2027', '31.12.2027']).unsure).toContain('dates');
    expect(guess('date', ['2027-12-31', '3. 4. 2027'])).toMatchObject({ dates: 'dmy', unsure: ['decimal'] });
    expect(guess('currency', ['12.50', '3.500']).unsure).not.toContain('decimal');
  });
});
