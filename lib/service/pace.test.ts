import { describe, expect, it } from 'vitest';
import { quicken, slow, startPace, take, waitFor } from './pace';

describe('the pace of a class', () => {
  it('lets a second’s worth go at once and then one after the other', () => {
    let pace = startPace(4, 0);
    for (let call = 0; call < 4; call += 1) {
      expect(waitFor(pace, { now: 0, calls: 1 })).toBe(0);
      pace = take(pace, 0);
    }
    expect(waitFor(pace, { now: 0, calls: 1 })).toBe(250);
    expect(waitFor(pace, { now: 0, calls: 2 })).toBe(500);
    expect(waitFor(pace, { now: 250, calls: 1 })).toBe(0);
  });

  it('is halved by a 429 and lets nothing go at once then', () => {
    const pace = slow(startPace(8, 0), { now: 10, sentAt: 5 });
    expect(pace).toMatchObject({ perSecond: 4, ceiling: 8, tokens: 0 });
  });

  it('is halved once by calls that were under way together', () => {
    const once = slow(startPace(8, 0), { now: 10, sentAt: 5 });
    expect(slow(once, { now: 12, sentAt: 6 }).perSecond).toBe(4);
    expect(slow(once, { now: 30, sentAt: 20 }).perSecond).toBe(2);
  });

  it('never stops altogether and never runs away', () => {
    let pace = startPace(8, 0);
    for (let now = 1; now < 50; now += 1) pace = slow(pace, { now, sentAt: now });
    expect(pace.perSecond).toBe(0.5);
    for (let call = 0; call < 5000; call += 1) pace = quicken({ ...pace, ceiling: Number.POSITIVE_INFINITY });
    expect(pace.perSecond).toBe(50);
  });

  it('comes back quickly to just below where it was refused, then creeps', () => {
    let pace = slow(startPace(10, 0), { now: 1, sentAt: 0 });
    for (let call = 0; call < 5; call += 1) pace = quicken(pace);
    expect(pace.perSecond).toBeGreaterThan(8.5);
    for (let call = 0; call < 10; call += 1) pace = quicken(pace);
    expect(pace.perSecond).toBeLessThan(10);
  });
});
