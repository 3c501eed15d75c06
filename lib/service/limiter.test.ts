import { describe, expect, it } from 'vitest';
import { SILENT, type TestClock, testClock } from './clock-for-tests';
import { ServiceError } from './error';
import { createLimiter } from './limiter';
import { type CallClass, memoryPauseStore, type PauseStore } from './token-store';

type Setup = { pauses?: PauseStore; clock?: TestClock; random?: () => number };

function limiterOf({ pauses = memoryPauseStore(), clock = testClock(), random = () => 0.5 }: Setup = {}) {
  return {
    limiter: createLimiter({ pauses, now: clock.now, wait: clock.wait, random, log: SILENT }),
    clock,
    pauses,
  };
}

const refusal = (retryAfterMs?: number) =>
  new ServiceError('rate-limited', '429', { status: 429, retryAfterMs });

async function outcome<T>(call: Promise<T>) {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      const { kind, reached, retryAfterMs } = error;
      return { kind, reached, retryAfterMs };
    },
  );
}

describe('a 429', () => {
  it('pauses its class until the time the service named, and no other class', async () => {
    const { limiter, clock } = limiterOf();
    const refused = await outcome(limiter.run('sweep', () => Promise.reject(refusal(7_000))));
    expect(refused).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7_000 });
    expect(await outcome(limiter.run('sweep', async () => 1))).toMatchObject({
      kind: 'rate-limited',
      reached: 'no',
      retryAfterMs: 7_000,
    });
    expect(await outcome(limiter.run('create', async () => 1))).toEqual({ value: 1 });
    expect(await outcome(limiter.run('refresh', async () => 1))).toEqual({ value: 1 });
    await clock.advance(7_000);
    expect(await outcome(limiter.run('sweep', async () => 1))).toEqual({ value: 1 });
  });

  it('pauses the class in every process', async () => {
    const clock = testClock();
    const pauses = memoryPauseStore();
    await outcome(limiterOf({ clock, pauses }).limiter.run('refresh', () => Promise.reject(refusal(60_000))));
    const other = limiterOf({ clock, pauses }).limiter;
    expect(await outcome(other.run('refresh', async () => 1))).toMatchObject({
      retryAfterMs: 60_000,
      reached: 'no',
    });
  });

  it.each([
    [0, 500],
    [0.5, 1_000],
    [0.999, 1_998],
  ])(
    'without a time rests by chance (%d: %d ms), so that processes do not come back together',
    async (chance, ms) => {
      const { limiter } = limiterOf({ random: () => chance });
      expect(await outcome(limiter.run('create', () => Promise.reject(refusal())))).toMatchObject({
        retryAfterMs: ms,
      });
    },
  );

  it('of the token request or a failure of another kind pauses nothing', async () => {
    const { limiter } = limiterOf();
    const token = new ServiceError('rate-limited', '429', {
      status: 429,
      step: 'token',
      retryAfterMs: 60_000,
    });
    await outcome(limiter.run('create', () => Promise.reject(token)));
    await outcome(
      limiter.run('create', () => Promise.reject(new ServiceError('unavailable', '500', { status: 500 }))),
    );
    expect(await outcome(limiter.run('create', async () => 1))).toEqual({ value: 1 });
  });

  it('is survived when the pause cannot be written or read', async () => {
    const broken = {
      read: () => Promise.reject(new Error('down')),
      write: () => Promise.reject(new Error('down')),
    };
    const { limiter } = limiterOf({ pauses: broken });
    expect(await outcome(limiter.run('create', () => Promise.reject(refusal(5_000))))).toMatchObject({
      retryAfterMs: 5_000,
    });
    expect(await outcome(limiter.run('create', async () => 1))).toMatchObject({ retryAfterMs: 5_000 });
  });
});

describe('waiting', () => {
  it('is short and then happens', async () => {
    const { limiter, clock } = limiterOf();
    await outcome(limiter.run('create', () => Promise.reject(refusal(2_000))));
    const later = outcome(limiter.run('create', async () => clock.now().toISOString()));
    await clock.advance(2_500);
    expect(await later).toEqual({ value: '2026-03-01T10:00:02.000Z' });
  });

  it('is never longer than three seconds, even if all places are taken for ever', async () => {
    const { limiter, clock } = limiterOf();
    for (let call = 0; call < 8; call += 1) void limiter.run('create', () => new Promise(() => {}));
    await clock.advance(0);
    const stuck = outcome(limiter.run('create', async () => 1));
    await clock.advance(3_001);
    expect(await stuck).toMatchObject({ kind: 'rate-limited', reached: 'no' });
  });

  it('is not even begun where it would be too long', async () => {
    const { limiter } = limiterOf();
    const calls = Array.from({ length: 100 }, () =>
      outcome(limiter.run('sweep', () => new Promise(() => {}))),
    );
    const first = await Promise.race(calls);
    expect(first).toMatchObject({ kind: 'rate-limited', reached: 'no' });
  });
});

describe('who goes first', () => {
  it('a create finds a place while refreshes and sweeps hold all of theirs', async () => {
    const { limiter, clock } = limiterOf();
    const started: CallClass[] = [];
    for (const callClass of ['refresh', 'sweep'] as const) {
      for (let call = 0; call < 8; call += 1) {
        void outcome(limiter.run(callClass, () => new Promise(() => started.push(callClass))));
      }
    }
    await clock.advance(0);
    expect(started).toHaveLength(6);
    expect(await outcome(limiter.run('create', async () => 'sent'))).toEqual({ value: 'sent' });
  });

  it('a waiting create is served before refreshes and sweeps that waited longer', async () => {
    const { limiter, clock } = limiterOf();
    const release: (() => void)[] = [];
    const held = () => new Promise<void>((resolve) => release.push(resolve));
    for (let call = 0; call < 8; call += 1) void limiter.run('create', held);
    await clock.advance(0);
    const order: CallClass[] = [];
    for (const callClass of ['sweep', 'refresh', 'create'] as const) {
      void limiter.run(callClass, async () => order.push(callClass));
      await clock.advance(1);
    }
    for (const done of release) done();
    await clock.advance(1);
    expect(order).toEqual(['create', 'refresh', 'sweep']);
  });
});

/** A service with a limit it does not tell, and as many workers as ask all the time. */
async function storm({
  perSecond,
  seconds,
  retryAfterMs,
}: {
  perSecond: number;
  seconds: number;
  retryAfterMs?: number;
}) {
  const clock = testClock();
  const pauses = memoryPauseStore();
  const chance = lottery();
  const { limiter } = limiterOf({ clock, pauses, random: chance });
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
  const worker = async () => {
    while (clock.now().getTime() < end) {
      const done = await outcome(limiter.run('refresh', service));
      if ('retryAfterMs' in done) await clock.wait(done.retryAfterMs ?? 100);
    }
  };
  void Promise.all(Array.from({ length: 4 }, worker));
  await clock.advance(seconds * 1000);
  const late = (times: number[]) => times.filter((time) => time > end - (seconds - 60) * 1000).length;
  return { served: late(served), refused: late(refused), most: perSecond * (seconds - 60) };
}

/** Chance that is the same in every run. */
function lottery(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

it.each([{ retryAfterMs: 1_000 }, { retryAfterMs: undefined }])(
  'four workers settle near an unknown limit of 5 per second (Retry-After %j)',
  async ({ retryAfterMs }) => {
    const { served, refused, most } = await storm({ perSecond: 5, seconds: 360, retryAfterMs });
    expect(refused / (served + refused)).toBeLessThan(0.05);
    expect(served / most).toBeGreaterThan(0.8);
  },
);
