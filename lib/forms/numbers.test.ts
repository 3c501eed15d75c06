import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalSeparator, readNumber, writeNumber } from './numbers';

/** The number that a text stands for; both numbers if it is ambiguous. */
function read(text: string, decimal: '.' | ',' = '.', adornment = '') {
  const interpretation = readNumber(text, decimal, adornment);
  if (!interpretation) return undefined;
  return 'value' in interpretation
    ? interpretation.value
    : [interpretation.grouped.value, interpretation.fraction.value];
}

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
    ['0.500', 0.5],
    ['0,500', 0.5],
    ['12.50', 12.5],
    ['12.5000', 12.5],
    ['1,000.0000', 1000],
    ['1.234,56', 1234.56],
    ['\u0661\u066c\u0660\u0660\u0660\u066b\u0660\u0660\u0660', 1000],
    ['12 500', 12500],
    ["1'234", 1234],
    ['.5', 0.5],
    [',5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['-3', -3],
    ['\u22123,5', -3.5],
    ['+4', 4],
    ['-0', 0],
    ['１２３', 123],
    ['１２，５', 12.5],
    ['\u0661\u0662\u0663', 123],
    ['\u0661\u0662\u066b\u0665\u0660\u0660', 12.5],
    ['\u0661\u0662\u066c\u0665\u0660\u0660', 12500],
    ['\u06f1\u06f2', 12],
    ['\u0967\u0968', 12],
    ['€ 1,200.00', 1200],
    ['1 200,00 €', 1200],
    ['-$12.50', -12.5],
    ['12 %', 12],
    ['  8  ', 8],
    ['\u202a1\u200e200\u202c', 1200],
    ['\u20111200', -1200],
  ])('%j is %d, in any country', (text, value) => {
    expect(read(text, '.')).toBe(value);
    expect(read(text, ',')).toBe(value);
  });

  it.each([
    ['12.500', 12500, 12.5],
    ['12,500', 12500, 12.5],
    ['1.000', 1000, 1],
    ['-12.500', -12500, -12.5],
    ['€ 12.500', 12500, 12.5],
    ['12,500 %', 12500, 12.5],
    ['１２．５００', 12500, 12.5],
    ['\u0661\u0662.\u0665\u0660\u0660', 12500, 12.5],
    ['012.500', 12500, 12.5],
    ['1 000,000', 1000000, 1000],
    ['1\u202f000.000', 1000000, 1000],
    ['1.000,000', 1000000, 1000],
    ['1,000.000', 1000000, 1000],
    ["1'000.000", 1000000, 1000],
    ['-€ 12,345.678', -12345678, -12345.678],
    ['1.234.567,890', 1234567890, 1234567.89],
  ])('%j is ambiguous in any country, and never decided here', (text, grouped, fraction) => {
    expect(read(text, '.')).toEqual([grouped, fraction]);
    expect(read(text, ',')).toEqual([grouped, fraction]);
  });

  it('names the interpretation in the page’s language', () => {
    expect(readNumber('12,500', '.')).toMatchObject({ usual: 'grouped' });
    expect(readNumber('12.500', '.')).toMatchObject({ usual: 'fraction' });
    expect(readNumber('12.500', ',')).toMatchObject({ usual: 'grouped' });
    expect(readNumber('12,500', ',')).toMatchObject({ usual: 'fraction' });
    expect(readNumber('1,000.000', '.')).toMatchObject({ usual: 'fraction' });
    expect(readNumber('1.000,000', '.')).toMatchObject({ usual: 'grouped', isUnusual: true });
  });

  it('a group with a forgotten separator is not read as decimals', () => {
    expect(read('1234,567', '.')).toEqual([1234567, 1234.567]);
    expect(read('1234.567', ',')).toEqual([1234567, 1234.567]);
    expect(read('1234.567', '.')).toBe(1234.567);
    expect(read('1234,567', ',')).toBe(1234.567);
  });

  it.each([
    ['EUR', ['EUR 1200', '1200 eur', '€1200', '1200 €', '-€ 1200']],
    ['USD', ['$1200', '1200 USD']],
    ['CAD', ['$1200']],
    ['BRL', ['R$ 1200']],
    ['SEK', ['1200 kr']],
    ['JPY', ['￥1200', '¥1200']],
  ])('accepts the code and the signs of the field’s currency: %s', (currency, texts) => {
    for (const text of texts) expect(Math.abs(Number(read(text, '.', currency)))).toBe(1200);
  });

  it.each([
    ['EUR', ['1200 USD', '$1,200.00', '£1200', '1200 £', '1200 kr', 'CHF 1200', '-$12.50', '12 %', '￡1200']],
    ['USD', ['€1200', 'CA$1200', '1200 EUR']],
  ])('never takes another currency for the field’s own: %s', (currency, texts) => {
    for (const text of texts) expect(read(text, '.', currency)).toBeUndefined();
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
    '1.000 000',
    '1,000.000,000',
    '1,00.000',
    '9'.repeat(101),
    '\u0000',
    '1\u00002',
    '½',
    '(500)',
    '12.500,-',
    '12k',
  ])('asks about %j rather than guessing', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('counts significant decimals and digits', () => {
    expect(readNumber('1,200.50', '.')).toEqual({ value: 1200.5, decimals: 1, digits: 5 });
    expect(readNumber('1,200.00', '.')).toMatchObject({ decimals: 0 });
  });
});

describe('a number is written so that it can be read again', () => {
  it('survives writing and reading in every country', () => {
    const number = fc.oneof(
      fc.integer(),
      fc.integer({ min: -5_000_000, max: 5_000_000 }).map((value) => value / 1000),
      fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => Number(value.toFixed(4))),
    );
    fc.assert(
      fc.property(number, fc.constantFrom('.' as const, ',' as const), (value, decimal) => {
        expect(read(writeNumber(value, decimal), decimal)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('never writes an ambiguous number', () => {
    expect(writeNumber(12.125, '.')).toBe('12.1250');
    expect(writeNumber(-12.125, ',')).toBe('-12,1250');
    expect(writeNumber(0.125, '.')).toBe('0.125');
    expect(writeNumber(1234.567, ',')).toBe('1234,567');
  });

  it('writes no exponent', () => {
    expect(writeNumber(1e21, '.')).toBe('1000000000000000000000');
    expect(writeNumber(1.5e-7, ',')).toBe('0,00000015');
  });

  it('knows the separator of a language, and uses a dot for an unknown one', () => {
    expect(decimalSeparator('de')).toBe(',');
    expect(decimalSeparator('en-GB')).toBe('.');
    expect(decimalSeparator('not a locale')).toBe('.');
  });
});

it('reads any text without throwing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const values = [read(text) ?? []].flat();
      expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
    }),
  );
});
