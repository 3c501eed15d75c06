import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff } from './backoff';

const now = new Date('2026-03-02T09:00:00Z');

describe('backoff', () => {
  it('waits about a second at first, about twice as long each time, and five minutes at most', () => {
    const waits = [1, 2, 3, 9, 10, 1_000].map(
      (attempts) => backoff({ attempts, now, random: 0.999 }).getTime() - now.getTime(),
    );
    expect(waits.map((ms) => Math.round(ms / 1_000))).toEqual([1, 2, 4, 256, 300, 300]);
  });

  it('is spread over the whole interval, so that jobs that failed together are not retried together', () => {
    const wait = (random: number) => backoff({ attempts: 4, now, random }).getTime() - now.getTime();
    expect([0, 0.25, 0.5, 0.75].map((random) => Math.round(wait(random) / 1_000))).toEqual([0, 2, 4, 6]);
  });

  it('is always in the future, whatever the number of attempts and the chance', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const ms = backoff({ attempts, now, random }).getTime() - now.getTime();
        expect(ms).toBeGreaterThanOrEqual(50);
        expect(ms).toBeLessThanOrEqual(300_000);
      }),
    );
  });
});
