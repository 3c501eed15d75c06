import { describe, expect, it } from 'vitest';
import { labelEvery, percent, stack } from './stacks';

describe('a stacked bar', () => {
  it('fills its room when it is the largest, from the bottom up', () => {
    expect(stack([3, 0, 1], 4)).toEqual({
      segments: [
        { index: 0, y: 59, height: 117 },
        { index: 2, y: 20, height: 39 },
      ],
      top: 20,
    });
  });

  it('shows one lead among thousands, and nothing for none', () => {
    expect(stack([1], 10_000).segments).toEqual([{ index: 0, y: 174, height: 2 }]);
    expect(stack([0, 0], 0).segments).toEqual([]);
    expect(stack([], 0).segments).toEqual([]);
  });

  it('has at most four labels, and places without long fractions', () => {
    for (const bars of [1, 4, 12, 13, 26]) expect(Math.ceil(bars / labelEvery(bars))).toBeLessThanOrEqual(4);
    expect(percent(1 / 3)).toBe('33.33%');
  });
});
