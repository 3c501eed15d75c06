import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import { numberQuestion, parseNumberAnswer, readingOf, withUsualReadings } from './number-answer';
import { decimalSeparator, writeNumber } from './numbers';
import { validate } from './rules';

const model = buildModel([
  makeField({ id: 'n', label: 'Points', kind: 'number' }),
  makeField({ id: 'p', label: 'Share', kind: 'percent' }),
]);
const [points, share] = model.fields;
if (!points || !share) throw new Error('the form has two fields');

it('an ambiguous number leads to a question with two unambiguous readings', () => {
  expect(numberQuestion(points, ' 12.345 ', 'en')).toEqual({
    typed: '12.345',
    choices: [
      { number: 12345, text: '12345', label: '12,345.00' },
      { number: 12.345, text: '12.3450', label: '12.345' },
    ],
    message: 'Choose which number you mean for “Points”: 12,345.00 or 12.345',
  });
});

/**
 * Two different separators with three digits after the last: a typing error could change it by a factor of a
 * thousand.
 */
const MIXED = ['1 000,000', '1.000,000', '1,000.000'];

it('a million with mistyped separators is not sent as a thousand', () => {
  for (const typed of MIXED) {
    const labels = numberQuestion(points, typed, 'en')?.choices.map(({ label }) => label);
    expect(labels).toEqual(['1,000,000.00', '1,000.00']);
    expect(withUsualReadings(model, { f0: typed, f1: '' })).toEqual({ f0: typed, f1: '' });
  }
  expect(numberQuestion(points, '1,000.00', 'en')).toBeUndefined();
});

it('the chosen reading is validated as that number, without another question', () => {
  for (const typed of ['12.500', '12,500', '-12.500', '12.345', '1.000', '€ 12.500', '1234,567', ...MIXED]) {
    const choices = numberQuestion(points, typed, 'en')?.choices ?? [];
    expect(choices).toHaveLength(2);
    for (const { text } of choices) {
      expect(numberQuestion(points, text, 'en')).toBeUndefined();
      expect(validate(model, { f0: text }, { timeZone: 'UTC' })).toMatchObject({ ok: true });
    }
  }
});

it('only the usual grouping of the page’s language is accepted where it is shown', () => {
  expect(withUsualReadings(model, { f0: '12,500', f1: '12.500' })).toEqual({ f0: '12500', f1: '12.500' });
  expect(withUsualReadings(model, { f0: '12.500', f1: '' })).toEqual({ f0: '12.500', f1: '' });
  expect(withUsualReadings(model, { f0: '1234,567', f1: '' })).toEqual({ f0: '1234,567', f1: '' });
});

it('there is no question if the field only accepts the reading in the page’s language', () => {
  expect(numberQuestion(share, '12.500', 'en')).toBeUndefined();
  expect(numberQuestion(share, '12,500', 'en')?.choices).toEqual([
    { number: 12.5, text: '12.5', label: '12.50%' },
  ]);
  expect(numberQuestion(points, 'twelve', 'en')).toBeUndefined();
  expect(numberQuestion(points, '', 'en')).toBeUndefined();
});

describe('the line beside the field', () => {
  const amount = { ...points, kind: 'currency' as const, currency: 'EUR' };
  const beside = (field: typeof points, text: string, locale = 'en', sharesHabits = true) =>
    readingOf(field, text, { locale, sharesHabits: () => sharesHabits })?.label;

  it.each([
    ['en', '12,500', '€12,500'],
    ['en', '12.500', '€12,500.00 or €12.50'],
    ['en', '12.500,50', '€12,500.50'],
    ['en', '12,5', '€12.50'],
    ['de', '12.500', '12.500\u00a0€'],
    ['de', '12,500', '12.500,00\u00a0€ oder 12,50\u00a0€'],
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
    expect(beside(amount, text, locale)).toBeUndefined();
  });

  it('assumes nothing about people whose browser has other habits than the page', () => {
    expect(readingOf(amount, '12,500', { locale: 'en', sharesHabits: () => false })).toMatchObject({
      label: '€12,500.00 or €12.50',
      question: { typed: '12,500' },
    });
  });

  it('says which reading counts where the field only accepts one', () => {
    expect(beside(share, '12.500')).toBe('12.5%');
    expect(beside(share, '12,500')).toBe('12.50%');
  });

  it('is never about the lead’s own value, which was not typed', () => {
    expect(beside({ ...points, kept: '12,500' }, '12,500')).toBeUndefined();
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
  it('is that number, or both readings are offered, or what it was read as is beside the field', () => {
    fc.assert(
      fc.property(TYPED, ({ field, page, ...typed }) => {
        const text = type(typed);
        const outcome = parseNumberAnswer(field, text, page);
        const value = typed.value === 0 ? 0 : typed.value;
        if ('number' in outcome) {
          expect(outcome.number).toBe(value);
          return;
        }
        if (!('question' in outcome)) throw new Error(`${text} is no number`);
        expect(outcome.question.choices.map(({ number }) => number)).toContain(value);
        const reading = readingOf(field, text, { locale: page, sharesHabits: () => true });
        expect(reading?.question ?? reading?.text).toBeDefined();
      }),
      { numRuns: runs(500) },
    );
  });

  it('is never taken for another one where page and person share a language', () => {
    fc.assert(
      fc.property(TYPED, ({ field, own, ...typed }) => {
        const text = type({ ...typed, own });
        const reading = readingOf(field, text, { locale: own, sharesHabits: () => true });
        const used = reading?.text ?? text;
        const outcome = parseNumberAnswer(field, used, own);
        const value = typed.value === 0 ? 0 : typed.value;
        if ('number' in outcome) {
          expect(outcome.number).toBe(value);
          return;
        }
        expect('question' in outcome && outcome.question.choices.map(({ number }) => number)).toContain(
          value,
        );
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
