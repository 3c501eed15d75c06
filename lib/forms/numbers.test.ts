import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalSeparator, readNumber, writeNumber } from './numbers';

const read = (text: string, decimal: '.' | ',' = '.', adornment = '') =>
  readNumber(text, decimal, adornment)?.value;

describe('a number is read as the person wrote it', () => {
  it.each([
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1 234,5', 1234.5],
    ['1\u00a0234,5', 1234.5],
    ['1\u202f234,5', 1234.5],
    ["1'234.5", 1234.5],
    ['1’234,5', 1234.5],
    ['1.234.567', 1234567],
    ['1,234,567.89', 1234567.89],
    ['12,34,567', 1234567],
    ['1234567', 1234567],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['1,2345', 1.2345],
    ['0,125', 0.125],
    ['1234,567', 1234.567],
    ['.5', 0.5],
    [',5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['-3', -3],
    ['\u22123,5', -3.5],
    ['+4', 4],
    ['-0', 0],
    ['１２３', 123],
    ['€ 1,200.00', 1200],
    ['1 200,00 €', 1200],
    ['-$12.50', -12.5],
    ['12 %', 12],
    ['  8  ', 8],
  ])('%j is %d, in any country', (text, value) => {
    expect(read(text, '.')).toBe(value);
    expect(read(text, ',')).toBe(value);
  });

  it('reads the truly ambiguous by the own decimal separator', () => {
    expect(read('1,234', '.')).toBe(1234);
    expect(read('1,234', ',')).toBe(1.234);
    expect(read('1.234', '.')).toBe(1.234);
    expect(read('1.234', ',')).toBe(1234);
  });

  it('takes the code of the field’s currency, and no other word', () => {
    expect(read('EUR 1200', '.', 'EUR')).toBe(1200);
    expect(read('1200 eur', '.', 'EUR')).toBe(1200);
    expect(read('1200 USD', '.', 'EUR')).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    '-',
    '.',
    ',',
    'abc',
    '1e5',
    '1e309',
    'Infinity',
    'NaN',
    '0x10',
    '1..2',
    '1,2,3',
    '12 34',
    '1,23,4',
    '1.234,5,6',
    '1 2',
    '--1',
    '1-',
    '1.2.3,4.5',
    '9'.repeat(101),
    '\u0000',
    '1\u00002',
    '½',
  ])('asks about %j rather than guessing', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('counts the decimals and digits that matter', () => {
    expect(readNumber('1,200.500', '.')).toEqual({ value: 1200.5, decimals: 1, digits: 5 });
    expect(readNumber('1,200.00', '.')).toMatchObject({ decimals: 0 });
  });
});

describe('a number is shown as it can be read again', () => {
  it('survives writing and reading in every country', () => {
    const number = fc.oneof(
      fc.integer(),
      fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => Number(value.toFixed(4))),
    );
    fc.assert(
      fc.property(number, fc.constantFrom('.' as const, ',' as const), (value, decimal) => {
        expect(read(writeNumber(value, decimal), decimal)).toBeCloseTo(value, 6);
      }),
    );
  });

  it('writes no exponent', () => {
    expect(writeNumber(1e21, '.')).toBe('1000000000000000000000');
    expect(writeNumber(1.5e-7, ',')).toBe('0,00000015');
  });

  it('knows the separator of a language, and a dot for one it does not know', () => {
    expect(decimalSeparator('de')).toBe(',');
    expect(decimalSeparator('en-GB')).toBe('.');
    expect(decimalSeparator('not a locale')).toBe('.');
  });
});

it('reads any text without throwing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const value = read(text);
      expect(value === undefined || Number.isFinite(value)).toBe(true);
    }),
  );
});
