import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimits } from './limits';

describe('the rate limit', () => {
  it('never lets through more than one second’s worth plus the refill', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }),
        (perSecond, gaps) => {
          const limits = createLimits();
          let now = 0;
          let passed = 0;
          for (const gap of gaps) {
            now += gap;
            if (limits.waitSeconds('key', { perSecond, now }) === 0) passed += 1;
          }
          expect(passed).toBeLessThanOrEqual(perSecond + (now / 1000) * perSecond + 1e-6);
        },
      ),
    );
  });

  it('lets a call through after the stated wait', () => {
    const limits = createLimits();
    limits.waitSeconds('key', { perSecond: 1, now: 0 });
    const wait = limits.waitSeconds('key', { perSecond: 1, now: 0 });
    expect(limits.waitSeconds('key', { perSecond: 1, now: wait * 1000 })).toBe(0);
  });

  it('counts each key separately, and nothing at 0', () => {
    const limits = createLimits();
    expect(limits.waitSeconds('a', { perSecond: 1, now: 0 })).toBe(0);
    expect(limits.waitSeconds('b', { perSecond: 1, now: 0 })).toBe(0);
    for (let call = 0; call < 100; call += 1)
      expect(limits.waitSeconds('c', { perSecond: 0, now: 0 })).toBe(0);
  });
});
