import { expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { numberQuestion, withUsualReadings } from './number-answer';
import { validate } from './rules';

const model = buildModel([
  makeField({ id: 'n', label: 'Budget', kind: 'number' }),
  makeField({ id: 'p', label: 'Share', kind: 'percent' }),
]);
const [budget, share] = model.fields;
if (!budget || !share) throw new Error('the form has two fields');

it('an ambiguous number leads to a question with two unambiguous readings', () => {
  expect(numberQuestion(budget, ' 12.345 ', 'en')).toEqual({
    typed: '12.345',
    choices: [
      { text: '12345', label: '12,345.00' },
      { text: '12.3450', label: '12.345' },
    ],
    message: 'Choose which number you mean for “Budget”: 12,345.00 or 12.345',
  });
});

/**
 * Two different separators with three digits after the last: a typing error could change it by a factor of a
 * thousand.
 */
const MIXED = ['1 000,000', '1.000,000', '1,000.000'];

it('a million with mistyped separators is not sent as a thousand', () => {
  for (const typed of MIXED) {
    const labels = numberQuestion(budget, typed, 'en')?.choices.map(({ label }) => label);
    expect(labels).toEqual(['1,000,000.00', '1,000.00']);
    expect(withUsualReadings(model, { f0: typed, f1: '' })).toEqual({ f0: typed, f1: '' });
  }
  expect(numberQuestion(budget, '1,000.00', 'en')).toBeUndefined();
});

it('the chosen reading is validated as that number, without another question', () => {
  for (const typed of ['12.500', '12,500', '-12.500', '12.345', '1.000', '€ 12.500', '1234,567', ...MIXED]) {
    const choices = numberQuestion(budget, typed, 'en')?.choices ?? [];
    expect(choices).toHaveLength(2);
    for (const { text } of choices) {
      expect(numberQuestion(budget, text, 'en')).toBeUndefined();
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
  expect(numberQuestion(share, '12,500', 'en')?.choices).toEqual([{ text: '12.5', label: '12.50' }]);
  expect(numberQuestion(budget, 'twelve', 'en')).toBeUndefined();
  expect(numberQuestion(budget, '', 'en')).toBeUndefined();
});
