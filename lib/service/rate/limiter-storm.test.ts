import { describe, expect, it } from 'vitest';
import { testClock } from '@/tests/support/clock';
import { limiterOf, outcome, refusal } from '@/tests/support/limiter';
import { ServiceError } from '../error';
import type { Limiter } from './limiter';
import { memorySharedStateStore } from './shared-state';

it('a list that gets only 429s does not slow down creates', async () => {
  const { run, clock } = limiterOf();
  const end = clock.now().getTime() + 60_000;
  const worker = async () => {
    while (clock.now().getTime() < end) {
      await run('sweep', () => Promise.reject(refusal(1_000)));
      await clock.wait(200);
    }
  };
  void Promise.all([worker(), worker()]);
  const waits: number[] = [];
  for (let call = 0; call < 60; call += 1) {
    const begun = clock.now().getTime();
    const create = run('interactive', async () => waits.push(clock.now().getTime() - begun));
    await clock.advance(1_000);
    await create;
  }
  expect(waits).toHaveLength(60);
  expect(Math.max(...waits)).toBeLessThan(100);
});

describe('retries', () => {
  const down = new ServiceError('unavailable', '503', { status: 503 });

  it('during an outage add at most a fifth to the load', async () => {
    const { limiter, clock } = limiterOf();
    const tried = { first: 0, again: 0 };
    for (let second = 0; second < 600; second += 1) {
      await outcome(
        limiter.run({ callClass: 'background', isRetry: false }, () => {
          tried.first += 1;
          return Promise.reject(down);
        }),
      );
      for (let call = 0; call < 3; call += 1) {
        await outcome(
          limiter.run({ callClass: 'background', isRetry: true }, () => {
            tried.again += 1;
            return Promise.reject(down);
          }),
        );
      }
      await clock.advance(1_000);
    }
    // A fifth, the refill of one in five seconds, and the initial ten.
    expect(tried.first).toBe(600);
    expect(tried.again).toBeLessThanOrEqual(120 + 120 + 10);
  });

  it('after recovery are all sent', async () => {
    const { limiter, clock } = limiterOf();
    const retry = (work: () => Promise<unknown>) =>
      outcome(limiter.run({ callClass: 'interactive', isRetry: true }, work));
    for (let call = 0; call < 30; call += 1) await retry(() => Promise.reject(down));
    await clock.advance(30_000);
    for (let call = 0; call < 500; call += 1) {
      expect(await retry(async () => 'sent')).toEqual({ value: 'sent' });
      await clock.advance(100);
    }
  });
});

/** A service with an unpublished limit, and processes with workers that call it all the time. */
async function storm({ retryAfterMs, isRetry }: { retryAfterMs?: number; isRetry: boolean }) {
  const [perSecond, seconds] = [5, 360];
  const clock = testClock();
  const sharedState = memorySharedStateStore();
  const random = lottery();
  const end = clock.now().getTime() + seconds * 1000;
  const served: number[] = [];
  const refused: number[] = [];
  let tokens = perSecond;
  let at = clock.now().getTime();
  const service = async () => {
    await clock.wait(20);
    const now = clock.now().getTime();
    tokens = Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (tokens < 1) {
      refused.push(now);
      throw refusal(retryAfterMs);
    }
    tokens -= 1;
    served.push(now);
  };
  const worker = async (limiter: Limiter) => {
    while (clock.now().getTime() < end) {
      const done = await outcome(limiter.run({ callClass: 'background', isRetry }, service));
      if ('retryAfterMs' in done) await clock.wait(done.retryAfterMs ?? 100);
    }
  };
  for (let process = 0; process < 4; process += 1) {
    const { limiter } = limiterOf({ clock, sharedState, random });
    for (let slot = 0; slot < 3; slot += 1) void worker(limiter);
  }
  await clock.advance(seconds * 1000);
  const late = (times: number[]) => times.filter((time) => time > end - (seconds - 60) * 1000).length;
  return { served: late(served), refused: late(refused), most: perSecond * (seconds - 60) };
}

/** Random, but the same in every run. */
function lottery(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

it.each([
  { retryAfterMs: 1_000, isRetry: false },
  { retryAfterMs: undefined, isRetry: false },
  { retryAfterMs: 1_000, isRetry: true },
])('four processes settle near an unknown limit of 5 per second: %j', async (given) => {
  const { served, refused, most } = await storm(given);
  expect(refused / (served + refused)).toBeLessThan(0.05);
  expect(served / most).toBeGreaterThan(0.8);
});
