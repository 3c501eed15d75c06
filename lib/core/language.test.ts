import { expect, it } from 'vitest';
import { pluralText, pluralTexts, toList, toSeries } from './language';

const left = (locale: string, counts: readonly number[]) => {
  const texts = pluralTexts(locale, (form) => `{count} ${form}`);
  return counts.map((count) => pluralText(locale, texts, count));
};

it('a count has its plural form in every language', () => {
  expect(left('en', [0, 1, 2])).toEqual(['0 other', '1 one', '2 other']);
  expect(left('pl', [1, 3, 5])).toEqual(['1 one', '3 few', '5 many']);
  expect(left('ja', [1])).toEqual(['1 other']);
});

it('a form that a catalogue lacks is that of other counts', () => {
  expect(pluralText('pl', { other: '{count} left' }, 3)).toBe('3 left');
});

it('a list is written as its language does', () => {
  expect(toList('en', [])).toBe('');
  expect(toList('en', ['A'])).toBe('A');
  expect(toList('en', ['A', 'B', 'C'])).toBe('A, B, and C');
  expect(toList('de', ['A', 'B', 'C'])).toBe('A, B und C');
});

it.each([
  ['en', 'A, B, C'],
  ['de', 'A, B, C'],
  ['fr', 'A, B, C'],
  ['es', 'A, B, C'],
  ['pt', 'A, B, C'],
  ['ja', 'A、B、C'],
])('a series in %s has no “and”, because the sentence may go on: %s', (locale, expected) => {
  expect(toSeries(locale, ['A', 'B', 'C'])).toBe(expected);
  expect(toSeries(locale, ['A'])).toBe('A');
  expect(toSeries(locale, [])).toBe('');
});
