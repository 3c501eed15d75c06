import { describe, expect, it } from 'vitest';
import { schedulerOf } from '@/tests/support/scheduler';
import { ServiceError } from '../error';
import { memorySharedStateStore } from './shared-state';

const down = new ServiceError('unavailable', '503', { status: 503 });
const fail = (error: ServiceError) => () => Promise.reject(error);
const never = async () => expect.unreachable();

/** The schedulers of two processes. */
function twoProcesses() {
  const one = schedulerOf();
  const { clock } = one;
  const failAll = async ({ run }: typeof one, errors: ServiceError[]) => {
    for (const error of errors)
      expect(await run('background', fail(error))).toMatchObject({ kind: error.kind });
  };
  return { one, other: schedulerOf(one), clock, failAll };
}

const five = Array.from({ length: 5 }, () => down);
const isOpen = { kind: 'unavailable', reached: 'no' };

describe('a service that is down', () => {
  it('is called until five failures in a row, and then by no process for ten seconds', async () => {
    const { one, other, clock, failAll } = twoProcesses();
    await failAll(one, five.slice(1));
    expect(await one.run('background', async () => 1)).toEqual({ value: 1 });
    await clock.advance(1_000);
    await failAll(one, five);
    for (const { run } of [one, other]) expect(await run('interactive', never)).toMatchObject(isOpen);
    await clock.advance(10_000);
    expect(await other.run('interactive', async () => 1)).toEqual({ value: 1 });
    expect(await one.run('interactive', async () => 1)).toEqual({ value: 1 });
  });

  it('is probed by one call of all processes', async () => {
    const { one, other, clock, failAll } = twoProcesses();
    await failAll(one, five);
    await clock.advance(10_000);
    let respond = (_: number) => {};
    const probe = one.run('background', () => new Promise<number>((resolve) => (respond = resolve)));
    await clock.advance(1_000);
    expect(await other.run('background', never)).toMatchObject(isOpen);
    respond(1);
    expect(await probe).toEqual({ value: 1 });
    expect(await other.run('background', async () => 2)).toEqual({ value: 2 });
  });

  it('is probed again half a minute after a probe that never ended', async () => {
    const { one, other, clock, failAll } = twoProcesses();
    await failAll(one, five);
    await clock.advance(10_000);
    void one.run('background', () => new Promise(() => {}));
    await clock.advance(29_000);
    expect(await other.run('background', never)).toMatchObject(isOpen);
    await clock.advance(1_000);
    expect(await other.run('background', async () => 1)).toEqual({ value: 1 });
  });

  it('is not considered up because a call that was sent earlier succeeds', async () => {
    const { one, clock, failAll } = twoProcesses();
    let respond = (_: number) => {};
    const early = one.run('interactive', () => new Promise<number>((resolve) => (respond = resolve)));
    await clock.advance(0);
    await failAll(one, five);
    respond(1);
    expect(await early).toEqual({ value: 1 });
    expect(await one.run('interactive', never)).toMatchObject(isOpen);
  });

  it('is left alone for as long as it requests', async () => {
    const { one, failAll } = twoProcesses();
    const asking = new ServiceError('unavailable', '503', { status: 503, retryAfterMs: 120_000 });
    await failAll(one, [...five.slice(1), asking]);
    expect(await one.run('interactive', never)).toMatchObject({ ...isOpen, retryAfterMs: 120_000 });
  });
});

describe('a write', () => {
  it('is never the probe: a read must succeed before it', async () => {
    const { one, other, clock, failAll } = twoProcesses();
    await failAll(one, five);
    await clock.advance(10_000);
    expect(await other.write(never, fail(down))).toEqual({ ...isOpen, retryAfterMs: undefined });
    await clock.advance(9_000);
    for (const { run } of [one, other]) expect(await run('background', never)).toMatchObject(isOpen);
    await clock.advance(1_000);
    const order: string[] = [];
    await other.write(
      async () => order.push('write'),
      async () => order.push('probe'),
    );
    expect(order).toEqual(['probe', 'write']);
  });

  it('that may have arrived is followed by no other until a read succeeds', async () => {
    const { one, other, clock } = twoProcesses();
    await one.write(fail(down));
    expect(await other.write(never, fail(down))).toMatchObject(isOpen);
    await clock.advance(10_000);
    expect(await other.run('background', async () => 1)).toEqual({ value: 1 });
    expect(await one.write(async () => 2, never)).toEqual({ value: 2 });
  });
  it('is not sent after a 429 to the probe, which shows nothing and closes no class', async () => {
    const { write, run } = schedulerOf();
    const lost = new ServiceError('unavailable', 'cut', { reached: 'maybe' });
    await write(fail(lost));
    const busy = new ServiceError('rate-limited', '429', { status: 429, retryAfterMs: 60_000 });
    for (const _ of [1, 2]) {
      expect(await write(never, fail(busy))).toMatchObject({ kind: 'rate-limited', reached: 'no' });
    }
    expect(
      await write(
        async () => 'sent',
        async () => {},
      ),
    ).toEqual({ value: 'sent' });
    expect(await run('interactive', async () => 1)).toEqual({ value: 1 });
  });
});

describe('a service that refuses the key', () => {
  const unauthorized = new ServiceError('auth', '401', { status: 401 });
  const forbidden = new ServiceError('auth', '403', { status: 403 });
  const isRefused = { kind: 'auth', reached: 'no' };

  it.each([
    { name: 'after one 401, which follows one renewal', errors: [unauthorized] },
    { name: 'after three 403s: one record may be forbidden', errors: [forbidden, forbidden, forbidden] },
    {
      name: 'after a 403 if another call was refused too',
      errors: [new ServiceError('auth', '403', { status: 403, scope: 'service' })],
    },
  ])('is left alone for a minute $name', async ({ errors }) => {
    const { one, other, clock, failAll } = twoProcesses();
    await failAll(one, errors);
    await clock.advance(59_000);
    expect(await other.run('background', never)).toMatchObject(isRefused);
    await clock.advance(1_000);
    // The probe is the small read, because the record itself may be forbidden.
    expect(await other.run('background', never, fail(unauthorized))).toMatchObject(isRefused);
    await clock.advance(60_000);
    expect(await other.run('background', async () => 1)).toEqual({ value: 1 });
  });
});

it('a circuit that a clock an hour ahead opened does not stay open', async () => {
  const sharedState = memorySharedStateStore();
  const { run, clock } = schedulerOf({ sharedState });
  const until = clock.now().getTime() + 3_600_000;
  await sharedState.change((state) => ({
    ...state,
    circuit: { reason: 'unavailable', until, probeUntil: 0 },
  }));
  expect(await run('background', async () => 1)).toEqual({ value: 1 });
});

it('nothing is written while all calls succeed', async () => {
  const store = memorySharedStateStore();
  const change = () => Promise.reject(new Error('written'));
  const { run, clock } = schedulerOf({ sharedState: { ...store, change } });
  for (let call = 0; call < 20; call += 1) {
    expect(await run('background', async () => call)).toEqual({ value: call });
    await clock.advance(200);
  }
});
