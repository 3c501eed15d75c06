import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import { interpretationOf, parseNumberAnswer } from './number-answer';
import { decimalSeparator, writeNumber } from './numbers';

const model = buildModel([
  makeField({ id: 'n', label: 'Points', kind: 'number' }),
  makeField({ id: 'p', label: 'Share', kind: 'percent' }),
]);
const [points, share] = model.fields;
if (!points || !share) throw new Error('the form has two fields');

const otherInterpretation = (...given: Parameters<typeof interpretationOf>) =>
  interpretationOf(...given)?.other;

it('a text that could be two numbers is the one that it is in the page’s language', () => {
  expect(parseNumberAnswer(points, ' 12.345 ', 'en')).toEqual({ number: 12.345 });
  expect(parseNumberAnswer(points, '12.345', 'de')).toEqual({ number: 12345 });
  expect(otherInterpretation(points, ' 12.345 ', 'en')).toEqual({
    number: 12345,
    text: '12345',
    label: '12,345.00',
  });
  expect(otherInterpretation(points, '12.345', 'de')).toEqual({
    number: 12.345,
    text: '12,3450',
    label: '12,345',
  });
});

/** Two different separators with three digits after the last: it may be a thousand, or a mistyped million. */
const MIXED = ['1 000,000', '1.000,000', '1,000.000'];

it('the other number is offered as a text that is no other one', () => {
  for (const typed of ['12.500', '12,500', '-12.500', '12.345', '1.000', '€ 12.500', '1234,567', ...MIXED]) {
    const { text = '', number } = otherInterpretation(points, typed, 'en') ?? {};
    expect(parseNumberAnswer(points, text, 'en')).toEqual({ number });
    expect(otherInterpretation(points, text, 'en')).toBeUndefined();
  }
  expect(otherInterpretation(points, '1,000.00', 'en')).toBeUndefined();
});

it('only what the field accepts is offered', () => {
  expect(otherInterpretation(share, '12.500', 'en')).toBeUndefined();
  expect(otherInterpretation(share, '12,500', 'en')).toMatchObject({ number: 12.5 });
  expect(otherInterpretation(points, 'twelve', 'en')).toBeUndefined();
  expect(otherInterpretation(points, '', 'en')).toBeUndefined();
});

describe('the line beside the field', () => {
  const amount = { ...points, kind: 'currency' as const, currency: 'EUR' };
  const beside = (field: typeof points, text: string, locale = 'en') => {
    const { label, other } = interpretationOf(field, text, locale) ?? {};
    return [label, ...(other ? [other.label] : [])].join(', or ');
  };

  it.each([
    ['en', '12,500', '€12,500.00, or €12.50'],
    ['en', '12.500', '€12.50, or €12,500.00'],
    ['en', '12.500,50', '€12,500.50'],
    ['en', '12,5', '€12.50'],
    ['de', '12.500', '12.500,00\u00a0€, or 12,50\u00a0€'],
    ['de', '12,500', '12,50\u00a0€, or 12.500,00\u00a0€'],
    ['de', '12,500.50', '12.500,50\u00a0€'],
    ['de', '1.5', '1,50\u00a0€'],
  ])('says in %s how %s is read: = %s', (locale, text, label) => {
    expect(beside(amount, text, locale)).toBe(label);
  });

  it.each([
    ['en', '12,500.50'],
    ['en', '12.50'],
    ['en', '1,234,567'],
    ['de', '12.500,50'],
    ['de', '12,50'],
    ['en', '12500'],
    ['en', 'twelve'],
    ['en', ''],
  ])('is empty in %s for %s, which nobody reads differently', (locale, text) => {
    expect(beside(amount, text, locale)).toBe('');
  });

  it('offers the other number also where the field refuses what it is in the page’s language', () => {
    expect(beside(share, '12,500')).toBe(', or 12.50%');
    expect(beside(share, '12.500')).toBe('12.50%');
  });

  it('is never about the lead’s own value, which was not typed', () => {
    expect(beside({ ...points, currentValue: '12,500' }, '12,500')).toBe('');
  });
});

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'];
const fields = [
  { ...points, kind: 'currency' as const, currency: 'EUR' },
  points,
  { ...share, min: undefined, max: undefined },
];
/** Amounts around the thousands, where separators may be misread, and any others; in hundredths. */
const AMOUNT = fc
  .oneof(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.integer({ min: -1e11, max: 1e11 }))
  .map((hundredths) => hundredths / 100);
const TYPED = fc.record({
  value: AMOUNT,
  field: fc.constantFrom(...fields),
  own: fc.constantFrom(...LANGUAGES),
  page: fc.constantFrom(...LANGUAGES),
  grouping: fc.boolean(),
  decimals: fc.constantFrom(0, 2, 3),
});

/** A number as a person of this language types it. */
function type({
  value,
  own,
  grouping,
  decimals,
}: {
  value: number;
  own: string;
  grouping: boolean;
  decimals: number;
}) {
  return new Intl.NumberFormat(own, {
    useGrouping: grouping && 'always',
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 2),
  }).format(value);
}

describe('a number typed in one of the six languages on a page in any of them', () => {
  it('is that number, or that number is offered beside the field', () => {
    fc.assert(
      fc.property(TYPED, ({ field, page, ...typed }) => {
        const text = type(typed);
        const outcome = parseNumberAnswer(field, text, page);
        const value = typed.value === 0 ? 0 : typed.value;
        if (!('number' in outcome) || outcome.number !== value)
          expect(interpretationOf(field, text, page)?.other?.number).toBe(value);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is that number where page and person share a language', () => {
    fc.assert(
      fc.property(TYPED, ({ field, own, ...typed }) => {
        const outcome = parseNumberAnswer(field, type({ ...typed, own }), own);
        expect(outcome).toEqual({ number: typed.value === 0 ? 0 : typed.value });
      }),
      { numRuns: runs(500) },
    );
  });

  it('survives being written for an edit and read again in each', () => {
    fc.assert(
      fc.property(AMOUNT, fc.constantFrom(...LANGUAGES), fc.constantFrom(...fields), (value, page, field) => {
        const text = writeNumber(value, decimalSeparator(page));
        expect(parseNumberAnswer(field, text, page)).toEqual({ number: value === 0 ? 0 : value });
      }),
      { numRuns: runs(500) },
    );
  });
});
