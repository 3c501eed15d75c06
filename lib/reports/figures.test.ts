import { expect, it } from 'vitest';
import { toFigures } from './figures';

it('the values of statuses add up without digits that no value has', () => {
  const sum = { count: 1, countBefore: 1, valueBefore: 0.1 };
  const sums = [
    { ...sum, status: 'won', value: 0.1 },
    { ...sum, status: 'lost', value: 0.2 },
    { ...sum, status: 'open', value: 4_635_705.37 },
  ];
  const { now, before } = toFigures(sums, new Map());
  expect(now.value).toBe(4_635_705.67);
  expect(before.value).toBe(0.3);
});

it('values beyond what a page can write stay finite', () => {
  const sum = { count: 1, countBefore: 0, valueBefore: 0 };
  const sums = ['won', 'lost'].map((status) => ({ ...sum, status, value: Number.MAX_VALUE }));
  expect(toFigures(sums, new Map()).now.value).toBe(Number.MAX_VALUE);
});
