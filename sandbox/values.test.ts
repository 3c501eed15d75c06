import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type Field } from './model';
import { isAnswer, problemOf } from './values';

const field = (type: Field['type']): Field => ({
  fieldId: 'f',
  label: 'F',
  type,
  required: false,
  creatable: true,
  updateable: true,
  custom: true,
  retired: false,
  options: [
    { value: 'a', label: 'A', active: true },
    { value: 2, label: 'B', active: true },
    { value: 'old', label: 'Old', active: false },
  ],
});

describe('a value', () => {
  it.each([
    ['text', 'x', 3],
    ['long-text', 'x\ny', ['x']],
    ['email', 'a@b.example', 'a@b'],
    ['phone', '+44 (0)1632 960 000', 'none'],
    ['url', 'https://a.example/?q=1', 'a.example'],
    ['number', -1.5, '1'],
    ['currency', 0, Number.NaN],
    ['percent', 100, -1],
    ['integer', 3, 3.1],
    ['boolean', false, 0],
    ['date', '2028-02-29', '2027-02-29'],
    ['date-time', '2026-03-14T15:09:26.5-03:30', '2026-03-14 15:09'],
    ['picklist', 2, '2'],
    ['multi-picklist', ['a', 2], 'a'],
  ] as const)('of kind %s may be %j and not %j', (type, good, bad) => {
    expect(problemOf(good, field(type))).toBeUndefined();
    expect(problemOf(bad, field(type))).toEqual(expect.any(String));
  });

  it('that was retired may stay where it was set before', () => {
    expect(problemOf('old', field('picklist'))).toBeDefined();
    expect(problemOf('old', field('picklist'), 'old')).toBeUndefined();
    expect(problemOf(['a', 'old'], field('multi-picklist'), ['old'])).toBeUndefined();
    expect(problemOf(['a', 'old'], field('multi-picklist'), ['a'])).toBeDefined();
  });

  it('that is false or 0 is an answer; blank, null and an empty list are none', () => {
    for (const value of [false, 0, 'x', ['a']]) expect(isAnswer(value)).toBe(true);
    for (const value of [undefined, null, '', ' ', []]) expect(isAnswer(value)).toBe(false);
  });

  it('of any sort is validated without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...FIELD_TYPES), (value, type) => {
        const problem = problemOf(value, field(type));
        expect(problem === undefined || problem.startsWith('must ')).toBe(true);
      }),
    );
  });
});
