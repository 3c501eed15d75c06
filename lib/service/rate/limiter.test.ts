import { describe, expect, it } from 'vitest';
import { limiterOf, refusal } from '@/tests/support/limiter';
import { ServiceError } from '../error';
import type { CallClass } from './concurrency';
import { memorySharedStateStore, type SharedStateStore } from './shared-state';

describe('a 429', () => {
  it('pauses its class until the time the service named, and no other class', async () => {
    const { run, clock } = limiterOf();
    const refused = await run('sweep', () => Promise.reject(refusal(7_000)));
    expect(refused).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7_000 });
    expect(await run('sweep', async () => 1)).toMatchObject({
      kind: 'rate-limited',
      reached: 'no',
      retryAfterMs: 7_000,
    });
    expect(await run('interactive', async () => 1)).toEqual({ value: 1 });
    expect(await run('background', async () => 1)).toEqual({ value: 1 });
    await clock.advance(7_000);
    expect(await run('sweep', async () => 1)).toEqual({ value: 1 });
  });

  it('pauses the class in every process', async () => {
    const one = limiterOf();
    const other = limiterOf(one);
    await one.run('background', () => Promise.reject(refusal(60_000)));
    expect(await other.run('background', async () => 1)).toMatchObject({
      retryAfterMs: 60_000,
      reached: 'no',
    });
  });

  it('stops calls of other processes that wait for their slot', async () => {
    const one = limiterOf();
    const other = limiterOf(one);
    let fail: (error: Error) => void = () => {};
    const inFlight = one.run(
      'background',
      () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    for (let call = 0; call < 7; call += 1) await one.run('background', async () => 1);
    const waiting = other.run('background', async () => 'went');
    await one.clock.advance(50);
    fail(refusal(60_000));
    await inFlight;
    await one.clock.advance(1_000);
    expect(await waiting).toMatchObject({ kind: 'rate-limited', reached: 'no' });
  });

  it('to the token request, or a failure of another kind, pauses nothing', async () => {
    const { run } = limiterOf();
    const token = new ServiceError('rate-limited', '429', {
      status: 429,
      step: 'token',
      retryAfterMs: 60_000,
    });
    await run('interactive', () => Promise.reject(token));
    await run('interactive', () => Promise.reject(new ServiceError('unavailable', '500', { status: 500 })));
    expect(await run('interactive', async () => 1)).toEqual({ value: 1 });
  });

  it('that could not be shared is shared before the next call of this process', async () => {
    const store = memorySharedStateStore();
    let isDown = false;
    const fail = () => Promise.reject(new Error('down'));
    const sharedState: SharedStateStore = {
      step: (shared, move) => (isDown ? fail() : store.step(shared, move)),
      read: (shared) => (isDown ? fail() : store.read(shared)),
    };
    const { run, clock } = limiterOf({ sharedState });
    const refused = await run('interactive', () => {
      isDown = true;
      return Promise.reject(refusal(60_000));
    });
    expect(refused).toMatchObject({ retryAfterMs: 60_000 });
    expect(await run('interactive', async () => 1)).toMatchObject({ kind: 'unavailable', reached: 'no' });
    isDown = false;
    await clock.advance(20_000);
    expect(await run('interactive', async () => 1)).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 40_000,
    });
  });
});

describe('waiting', () => {
  it('is short and succeeds', async () => {
    const { run, clock } = limiterOf();
    await run('interactive', () => Promise.reject(refusal(2_000)));
    const later = run('interactive', async () => clock.now().toISOString());
    await clock.advance(2_500);
    expect(await later).toEqual({ value: '2026-03-01T10:00:02.000Z' });
  });

  it('takes at most three seconds, even if no slot is ever released', async () => {
    const { run, clock } = limiterOf();
    for (let call = 0; call < 8; call += 1) void run('interactive', () => new Promise(() => {}));
    await clock.advance(0);
    const stuck = run('interactive', async () => 1);
    await clock.advance(3_001);
    expect(await stuck).toMatchObject({ kind: 'rate-limited', reached: 'no' });
  });

  it('does not start, or take a slot from others, if it would be too long', async () => {
    const { run, clock } = limiterOf();
    await run('sweep', () => Promise.reject(refusal(3_100)));
    for (let call = 0; call < 20; call += 1) {
      expect(await run('sweep', async () => 1)).toMatchObject({ kind: 'rate-limited', retryAfterMs: 3_100 });
    }
    await clock.advance(3_100);
    expect(await run('sweep', async () => 1)).toEqual({ value: 1 });
  });

  it('ends at different times for different calls', async () => {
    let chance = 0;
    const random = () => {
      chance += 0.1;
      return chance % 1;
    };
    const { run } = limiterOf({ random });
    await run('sweep', () => Promise.reject(refusal(60_000)));
    const ends = new Set<number | undefined>();
    for (let call = 0; call < 5; call += 1) {
      const told = await run('sweep', async () => 1);
      if ('retryAfterMs' in told) ends.add(told.retryAfterMs);
    }
    expect(ends.size).toBe(5);
    expect(Math.min(...[...ends].map(Number))).toBeGreaterThanOrEqual(60_000);
  });
});

describe('priorities', () => {
  it('a create gets a slot while refreshes and sweeps hold all of theirs', async () => {
    const { run, clock } = limiterOf();
    const started: CallClass[] = [];
    for (const callClass of ['background', 'sweep'] as const) {
      for (let call = 0; call < 8; call += 1) {
        void run(callClass, () => new Promise(() => started.push(callClass)));
      }
    }
    await clock.advance(0);
    expect(started).toHaveLength(6);
    expect(await run('interactive', async () => 'sent')).toEqual({ value: 'sent' });
  });

  it('a waiting create is served before refreshes and sweeps that waited longer', async () => {
    const { run, clock } = limiterOf();
    const release: (() => void)[] = [];
    const held = () => new Promise<void>((resolve) => release.push(resolve));
    for (let call = 0; call < 8; call += 1) void run('interactive', held);
    await clock.advance(0);
    const order: CallClass[] = [];
    for (const callClass of ['sweep', 'background', 'interactive'] as const) {
      void run(callClass, async () => order.push(callClass));
      await clock.advance(1);
    }
    for (const done of release) done();
    await clock.advance(1_000);
    expect(order).toEqual(['interactive', 'background', 'sweep']);
  });
});
