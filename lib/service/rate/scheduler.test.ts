import { describe, expect, it } from 'vitest';
import { testClock } from '@/tests/support/clock';
import { refusal, schedulerOf } from '@/tests/support/scheduler';
import { ServiceError } from '../error';
import { type CallClass, memorySharedStateStore } from './shared-state';

describe('a 429', () => {
  it('closes its class until the time the service named, and no other class', async () => {
    const { run, clock } = schedulerOf();
    const refused = await run('fullSync', () => Promise.reject(refusal(7_000)));
    expect(refused).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7_000 });
    const closed = { kind: 'rate-limited', reached: 'no', retryAfterMs: 7_000 };
    expect(await run('fullSync', async () => 1)).toMatchObject(closed);
    expect(await run('interactive', async () => 1)).toEqual({ value: 1 });
    expect(await run('background', async () => 1)).toEqual({ value: 1 });
    await clock.advance(7_000);
    expect(await run('fullSync', async () => 1)).toEqual({ value: 1 });
  });

  it('closes the class in every process, and in one that is started meanwhile', async () => {
    const one = schedulerOf();
    await one.run('background', () => Promise.reject(refusal(60_000)));
    const other = schedulerOf(one);
    expect(await other.run('background', async () => 1)).toMatchObject({
      retryAfterMs: 60_000,
      reached: 'no',
    });
  });

  it('stops calls of other processes that wait for their slot', async () => {
    const one = schedulerOf();
    const other = schedulerOf(one);
    for (let call = 0; call < 9; call += 1) await other.run('background', async () => 1);
    const waiting = other.run('background', async () => 'went');
    await one.run('background', () => Promise.reject(refusal(60_000)));
    await one.clock.advance(1_000);
    expect(await waiting).toMatchObject({ kind: 'rate-limited', reached: 'no' });
  });

  it('that asks for less than an earlier one does not open the class earlier', async () => {
    const { run } = schedulerOf();
    const late = run('fullSync', () => Promise.reject(refusal(1_000)));
    await run('fullSync', () => Promise.reject(refusal(60_000)));
    await late;
    expect(await run('fullSync', async () => 1)).toMatchObject({ retryAfterMs: 60_000 });
  });

  it('without a time closes for a random time, longer each time, until a call succeeds', async () => {
    const { run, clock } = schedulerOf({ random: () => 0.999 });
    const pauses: unknown[] = [];
    const refuse = async () => {
      const refused = await run('background', () => Promise.reject(refusal()));
      pauses.push('retryAfterMs' in refused && refused.retryAfterMs);
      await clock.advance(100_000);
    };
    for (let count = 0; count < 7; count += 1) await refuse();
    await run('background', async () => 1);
    await clock.advance(10_000);
    await refuse();
    expect(pauses).toEqual([1_998, 3_996, 7_992, 15_984, 31_968, 59_940, 59_940, 1_998]);
  });

  it('to the token request, or a failure of another kind, closes nothing', async () => {
    const { run, clock } = schedulerOf();
    const token = { status: 429, step: 'token', retryAfterMs: 60_000 } as const;
    await run('interactive', () => Promise.reject(new ServiceError('rate-limited', '429', token)));
    await clock.advance(100);
    await run('interactive', () => Promise.reject(new ServiceError('unavailable', '500', { status: 500 })));
    await clock.advance(100);
    expect(await run('interactive', async () => 1)).toEqual({ value: 1 });
  });

  it('that could not be shared is kept to by the process that got it', async () => {
    const store = memorySharedStateStore();
    const change = () => Promise.reject(new Error('down'));
    const { run } = schedulerOf({ sharedState: { ...store, change } });
    expect(await run('interactive', () => Promise.reject(refusal(60_000)))).toMatchObject({
      retryAfterMs: 60_000,
    });
    expect(await run('interactive', async () => 1)).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 60_000,
    });
  });

  it('whose time was written by a clock an hour ahead closes nothing', async () => {
    const { run, clock, sharedState } = schedulerOf();
    const ahead = clock.now().getTime() + 3_600_000;
    await sharedState.change((state) => ({
      ...state,
      closedUntil: { ...state.closedUntil, interactive: ahead },
    }));
    expect(await run('interactive', async () => 1)).toEqual({ value: 1 });
    await clock.advance(100);
    await run('interactive', () => Promise.reject(refusal(60_000)));
    expect(await schedulerOf({ clock, sharedState }).run('interactive', async () => 1)).toMatchObject({
      retryAfterMs: 60_000,
    });
  });
});

describe('waiting', () => {
  it('is short and succeeds', async () => {
    const { run, clock } = schedulerOf();
    await run('interactive', () => Promise.reject(refusal(2_000)));
    const later = run('interactive', async () => clock.now().toISOString());
    await clock.advance(2_500);
    expect(await later).toEqual({ value: '2026-03-01T10:00:02.000Z' });
  });

  it('does not start, or take a slot from others, if it would take more than three seconds', async () => {
    const { run, clock } = schedulerOf();
    await run('fullSync', () => Promise.reject(refusal(3_100)));
    for (let call = 0; call < 20; call += 1) {
      expect(await run('fullSync', async () => 1)).toMatchObject({
        kind: 'rate-limited',
        retryAfterMs: 3_100,
      });
    }
    await clock.advance(3_100);
    expect(await run('fullSync', async () => 1)).toEqual({ value: 1 });
  });

  it('ends at different times for different calls', async () => {
    let value = 0;
    const random = () => {
      value += 0.1;
      return value % 1;
    };
    const { run } = schedulerOf({ random });
    await run('fullSync', () => Promise.reject(refusal(60_000)));
    const ends = new Set<number | undefined>();
    for (let call = 0; call < 5; call += 1) {
      const refused = await run('fullSync', async () => 1);
      if ('retryAfterMs' in refused) ends.add(refused.retryAfterMs);
    }
    expect(ends.size).toBe(5);
    expect(Math.min(...[...ends].map(Number))).toBeGreaterThanOrEqual(60_000);
  });
});

describe('while all slots are taken by slow calls', () => {
  /** Fills the slots; the functions end these calls. */
  async function fill({ run, clock }: ReturnType<typeof schedulerOf>, count: number) {
    const release: (() => void)[] = [];
    for (let call = 0; call < count; call += 1) {
      void run('background', () => new Promise<void>((resolve) => release.push(resolve)));
      await clock.advance(150);
    }
    return release;
  }

  it('a call that a person waits for goes out at once', async () => {
    const desk = schedulerOf();
    expect(await fill(desk, 20)).toHaveLength(6);
    expect(await desk.run('interactive', async () => 'saved')).toEqual({ value: 'saved' });
  });

  it('of the others the more urgent goes first, and none that waited for more than seconds', async () => {
    const desk = schedulerOf();
    const release = await fill(desk, 6);
    const order: CallClass[] = [];
    const late = desk.run('background', async () => expect.unreachable());
    await desk.clock.advance(2_000);
    for (const callClass of ['fullSync', 'background'] as const) {
      void desk.run(callClass, async () => order.push(callClass));
    }
    await desk.clock.advance(1_500);
    for (const done of release) done();
    await desk.clock.advance(1_000);
    expect(await late).toMatchObject({ kind: 'rate-limited', reached: 'no' });
    expect(order).toEqual(['background', 'fullSync']);
  });
});

it('a rate that 429s lowered recovers while calls are rare, and people who save at once are not refused', async () => {
  const { run, clock } = schedulerOf();
  for (let count = 0; count < 12; count += 1) {
    void run('interactive', () => Promise.reject(refusal(500)));
    await clock.advance(5_000);
  }
  for (let minute = 0; minute < 10; minute += 1) {
    await clock.advance(60_000);
    expect(await run('interactive', async () => 'sent')).toEqual({ value: 'sent' });
  }
  const saves = Array.from({ length: 9 }, () => run('interactive', async () => 'saved'));
  await clock.advance(1_000);
  expect(await Promise.all(saves)).toEqual(saves.map(() => ({ value: 'saved' })));
});

it('a list that gets only 429s does not slow down creates', async () => {
  const { run, clock } = schedulerOf();
  const end = clock.now().getTime() + 60_000;
  const listing = async () => {
    while (clock.now().getTime() < end) {
      await run('fullSync', () => Promise.reject(refusal(1_000)));
      await clock.wait(200);
    }
  };
  void listing();
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

it('without the shared state nothing is sent', async () => {
  const gone = () => Promise.reject(new Error('gone'));
  const { run } = schedulerOf({ sharedState: { read: gone, change: gone } });
  expect(await run('interactive', async () => expect.unreachable())).toMatchObject({
    kind: 'unavailable',
    reached: 'no',
  });
});

/** A service with an unpublished limit, and processes with workers that call it all the time. */
async function storm({ retryAfterMs, processes }: { retryAfterMs?: number; processes: number }) {
  const [perSecond, seconds] = [5, 360];
  const clock = testClock();
  const shared = { clock, sharedState: memorySharedStateStore(), random: lottery() };
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
  const work = async ({ run }: ReturnType<typeof schedulerOf>) => {
    while (clock.now().getTime() < end) {
      const done = await run('background', service);
      if ('retryAfterMs' in done) await clock.wait(done.retryAfterMs ?? 100);
    }
  };
  for (let process = 0; process < processes; process += 1) {
    const scheduler = schedulerOf(shared);
    for (let worker = 0; worker < 3; worker += 1) void work(scheduler);
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
  { retryAfterMs: 1_000, processes: 1 },
  { retryAfterMs: 1_000, processes: 4 },
  { retryAfterMs: undefined, processes: 4 },
])('processes confirm near an unknown limit of 5 per second: %j', async (given) => {
  const { served, refused, most } = await storm(given);
  expect(refused / (served + refused)).toBeLessThan(0.05);
  expect(served / most).toBeGreaterThan(0.75);
});
