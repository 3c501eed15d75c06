import { describe, expect, it } from 'vitest';
import { createBurstDetector } from './burst-detector';

const at = (ms: number) => new Date(Date.UTC(2026, 2, 2) + ms);

describe('deliveries of one lead', () => {
  /** Deliveries of this lead at these times, and this many of other leads just before each. */
  function judge(times: readonly number[], others: number) {
    const isBurst = createBurstDetector();
    return times.map((ms) => {
      for (let other = 0; other < others; other += 1) isBurst(`other-${other}-${ms}`, at(ms));
      return isBurst('lead', at(ms));
    });
  }

  it('are a burst from the third in quick succession, until two seconds pass without one', () => {
    expect(judge([0, 200, 400, 2_300, 4_300], 30)).toEqual([false, false, true, true, false]);
  });

  it('are not a burst while the rate of deliveries is low', () => {
    expect(judge([0, 200, 400, 600, 800], 3)).not.toContain(true);
  });

  it('are not made a burst by deliveries of other leads, however many there are', () => {
    const isBurst = createBurstDetector();
    const said = Array.from({ length: 500 }, (_, n) => isBurst(`lead-${n}`, at(n)));
    expect(said).not.toContain(true);
  });
});
