import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcile } from './reconcile';

const row = (key: string, mark = '') => ({ key, mark });
const rows = (keys: string) => [...keys].map((key) => row(key));
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join('');

describe('while the reader is not in the list', () => {
  it('shows new rows immediately and marks the ones that are new or changed', () => {
    const result = reconcile({
      shown: [row('a'), row('b', 'pending')],
      fresh: [row('c'), row('b', 'won')],
      hold: false,
    });
    expect(keys(result.rows)).toBe('cb');
    expect(result.changed).toEqual(['c', 'b']);
    expect(result.waiting).toBe(0);
  });
});

describe('while the pointer or the focus is in the list', () => {
  it('changes a row in place', () => {
    const result = reconcile({ shown: rows('ab'), fresh: [row('a'), row('b', 'won')], hold: true });
    expect(result).toEqual({ rows: [row('a'), row('b', 'won')], waiting: 0, changed: ['b'] });
  });

  it.each([
    { what: 'a row that came', fresh: 'xabcde', waiting: 1 },
    { what: 'a row that went', fresh: 'abde', waiting: 1 },
    { what: 'one row that moved to the top, not the rows it passed', fresh: 'eabcd', waiting: 1 },
    { what: 'two rows that swapped', fresh: 'bacde', waiting: 1 },
    { what: 'one that came and pushed one off the page, as one', fresh: 'xabcd', waiting: 1 },
    { what: 'nothing', fresh: 'abcde', waiting: 0 },
  ])('holds back and counts $what', ({ fresh, waiting }) => {
    const result = reconcile({ shown: rows('abcde'), fresh: rows(fresh), hold: true });
    expect(keys(result.rows)).toBe('abcde');
    expect(result.waiting).toBe(waiting);
  });

  it('keeps a removed row as it was last shown', () => {
    const result = reconcile({ shown: [row('a', 'won')], fresh: [], hold: true });
    expect(result.rows).toEqual([row('a', 'won')]);
  });
});

const lists = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });

it('never moves a row under the reader, and reports exactly when updates wait', () => {
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const result = reconcile({
        shown: before.map((k) => row(k)),
        fresh: after.map((k) => row(k)),
        hold: true,
      });
      expect(result.rows.map(({ key }) => key)).toEqual(before);
      expect(result.waiting === 0).toBe(before.join() === after.join());
    }),
  );
});
