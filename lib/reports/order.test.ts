import { describe, expect, it } from 'vitest';
import { HELP_FIRST, orderText, parseOrder, type RowOrder } from '@/lib/core/row-order';
import { sortRows } from './order';

const NOTHING = { submitted: 0, value: 0, open: 0, won: 0, lost: 0, other: 0 };
type Some = Partial<Parameters<typeof sortRows>[0][number]['now']> & {
  toCorrect?: number;
  isSilent?: boolean;
  waitingSince?: string;
};
const row = (name: string, { toCorrect = 0, isSilent = false, waitingSince, ...now }: Some = {}) => ({
  name,
  toCorrect,
  isSilent,
  waitingSince,
  now: { ...NOTHING, ...now },
});
const namesBy = (order: RowOrder, rows: readonly ReturnType<typeof row>[]) =>
  sortRows(rows, order).map(({ name }) => name);

describe('the rows of a report', () => {
  it('show who needs help first: corrections, then who has gone quiet, then the longest wait', () => {
    const rows = [
      row('Ann', { waitingSince: '2026-11-01T00:00:00Z' }),
      row('Ben'),
      row('Cleo', { isSilent: true }),
      row('Dan', { toCorrect: 1 }),
      row('Eve', { waitingSince: '2026-09-01T00:00:00Z' }),
      row('Flo', { toCorrect: 2 }),
    ];
    expect(namesBy(HELP_FIRST, rows)).toEqual(['Flo', 'Dan', 'Cleo', 'Eve', 'Ann', 'Ben']);
  });

  it('are sorted by any figure both ways, with those that have none last, and equal ones by name', () => {
    const rows = [
      row('Ann', { won: 1 }),
      row('Ben', { won: 3, winRate: 50 }),
      row('Cleo', { won: 1, winRate: 20 }),
    ];
    expect(namesBy(parseOrder('won'), rows)).toEqual(['Ben', 'Ann', 'Cleo']);
    expect(namesBy(parseOrder('-won'), rows)).toEqual(['Ann', 'Cleo', 'Ben']);
    expect(namesBy(parseOrder('winRate'), rows)).toEqual(['Ben', 'Cleo', 'Ann']);
    expect(namesBy(parseOrder('-winRate'), rows)).toEqual(['Cleo', 'Ben', 'Ann']);
    expect(namesBy(parseOrder('-name'), rows)).toEqual(['Cleo', 'Ben', 'Ann']);
    const waiting = [row('Ann', { waitingSince: '2026-11-01T00:00:00Z' }), row('Ben')];
    expect(namesBy(parseOrder('longestWait'), waiting)).toEqual(['Ann', 'Ben']);
    expect(namesBy(parseOrder('-longestWait'), waiting)).toEqual(['Ann', 'Ben']);
  });

  it('fall back to that order for an address that names none', () => {
    for (const text of ['', '-', 'password', '-help', 'constructor'])
      expect(parseOrder(text)).toEqual(HELP_FIRST);
    expect(orderText(parseOrder('-won'))).toBe('-won');
  });
});
