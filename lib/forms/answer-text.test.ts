import { describe, expect, it } from 'vitest';
import { formatsFor } from '@/lib/core/formats';
import { makeField } from '@/tests/support/form-fixtures';
import { answerText, formatAnswer, toFieldText } from './answer-text';
import type { Field } from './field';

const labels = { formats: formatsFor('en', 'America/Los_Angeles'), yes: 'Yes', no: 'No' };

const textOf = (kind: Field['kind'], value: unknown, extra: Partial<Field> = {}) =>
  answerText(toFieldText({ ...makeField({ id: 'x', label: 'X', kind }), ...extra }, value), labels);

const COLOURS: Field['options'] = [
  { value: 1, label: 'Red', active: true },
  { value: 2, label: 'Blue', active: false },
  { value: 'true', label: 'Agreed', active: true },
];

describe('an answer in words', () => {
  it.each([
    ['number', 1234.5, '1,234.5'],
    ['number', '1234.5', '1,234.5'],
    ['number', 'about 12', 'about 12'],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['integer', 12_500, '12,500'],
    ['percent', 12.5, '12.5%'],
    ['boolean', false, 'No'],
    ['boolean', 'TRUE', 'Yes'],
    ['boolean', 1, 'Yes'],
    ['boolean', 'maybe', 'maybe'],
    ['date', '2026-03-31', 'Mar 31, 2026'],
    ['date', '2026-03-31T22:00:00Z', 'Mar 31, 2026'],
    ['date', '2026-02-31', '2026-02-31'],
    ['date-time', '2026-07-01T07:30:00Z', 'Jul 1, 2026, 12:30 AM PDT'],
    ['date-time', '2026-07-01 09:30:00+02:00', 'Jul 1, 2026, 12:30 AM PDT'],
    ['date-time', '2026-07-01T09:30:00.250', 'Jul 1, 2026, 9:30 AM'],
    ['date-time', 'next week', 'next week'],
    ['text', '<b>', '<b>'],
    ['text', 'true', 'true'],
    ['text', ['a', ['b']], 'a, b'],
    ['text', { a: 1 }, '{"a":1}'],
    ['text', '2026-07-01T07:30:00.000Z', 'Jul 1, 2026, 12:30 AM PDT'],
    ['picklist', 'unknown', 'unknown'],
    ['picklist', { id: 7, label: 'Seven' }, 'Seven'],
    ['text', undefined, ''],
  ] as const)('%s %j reads %s', (kind, value, text) => {
    expect(textOf(kind, value)).toBe(text);
  });

  it('has its currency, and decimals only if there are any', () => {
    expect(textOf('currency', 1200, { currency: 'EUR' })).toBe('€1,200');
    expect(textOf('currency', 1200.5, { currency: 'EUR' })).toBe('€1,200.50');
    expect(textOf('currency', 1200.1234, { currency: 'EUR' }), 'as it is kept').toBe('€1,200.1234');
    expect(textOf('currency', -1200, { currency: 'EUR' })).toBe('-€1,200');
    expect(textOf('currency', 3, { currency: 'points' })).toBe('3 points');
  });

  it('has the labels of choices, also of retired ones and in every shape portals send them', () => {
    expect(textOf('multi-picklist', [1, 2, 'x'], { options: COLOURS })).toBe('Red, Blue, x');
    expect(textOf('multi-picklist', '1; 2', { options: COLOURS })).toBe('Red, Blue');
    expect(textOf('picklist', '2', { options: COLOURS })).toBe('Blue');
    expect(textOf('picklist', ['2'], { options: COLOURS })).toBe('Blue');
    expect(textOf('picklist', true, { options: COLOURS })).toBe('Agreed');
  });

  it('shows times that differ by seconds differently, and never milliseconds', () => {
    expect(textOf('date-time', '2026-07-01T07:30:05.250Z')).toBe('Jul 1, 2026, 12:30:05 AM PDT');
    expect(textOf('date-time', '2026-07-01T07:30:00.250Z')).toBe('Jul 1, 2026, 12:30 AM PDT');
  });

  it('is written as the person’s language does', () => {
    const german = { formats: formatsFor('de', 'Europe/Berlin'), yes: 'Ja', no: 'Nein' };
    const show = (kind: Field['kind'], value: unknown) =>
      answerText(
        toFieldText({ ...makeField({ id: 'x', label: 'X', kind }), currency: 'EUR' }, value),
        german,
      );
    expect(show('currency', 12_500)).toBe('12.500\u00a0€');
    expect(show('date', '2026-03-31')).toBe('31. März 2026');
    expect(show('boolean', true)).toBe('Ja');
  });
});

it('only what a browser opens safely is a link', () => {
  const hrefOf = (kind: Field['kind'], value: string) =>
    formatAnswer(toFieldText(makeField({ id: 'x', label: 'X', kind }), value), labels)[0]?.href;
  expect(hrefOf('url', 'https://example.com/a')).toBe('https://example.com/a');
  expect(hrefOf('url', 'javascript:alert(1)')).toBeUndefined();
  expect(hrefOf('email', 'a@b.co')).toBe('mailto:a@b.co');
  expect(hrefOf('phone', '+49 (30) 1234')).toBe('tel:+49301234');
});
