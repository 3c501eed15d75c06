import { describe, expect, it } from 'vitest';
import { median, p90 } from './report';

describe('a benchmark', () => {
  it('reports the middle value', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([1, 2, 3, 10])).toBe(2.5);
  });

  it('reports what nine of ten do not exceed', () => {
    expect(p90([1, 2, 3, 4, 5, 6, 7, 8, 9, 100])).toBe(9);
    expect(p90(Array.from({ length: 11 }, (_, index) => index))).toBe(9);
  });

  it('reports nothing if nothing was measured', () => {
    expect(() => median([])).toThrow('Nothing was measured.');
  });
});
