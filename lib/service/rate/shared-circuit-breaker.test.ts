import { describe, expect, it } from 'vitest';
import { SILENT, testClock } from '@/tests/support/clock';
import { ServiceError } from '../error';
import { createCircuitBreaker } from './circuit-breaker';
import { failingFast, memorySharedStateStore, type SharedStateStore } from './shared-state';

const READ = { isRead: true, probe: async () => {} };
const down = new ServiceError('unavailable', '503', { status: 503 });
const fail = () => Promise.reject(down);

/** The circuits of two processes, and the number of writes to the shared state. */
function circuitsOf() {
  const clock = testClock();
  const store = memorySharedStateStore();
  const writes = { count: 0 };
  const sharedState: SharedStateStore = failingFast({
    read: store.read,
    step: (shared, move) => {
      writes.count += 1;
      return store.step(shared, move);
    },
  });
  const make = () => createCircuitBreaker({ sharedState, now: clock.now, log: SILENT });
  return { one: make(), other: make(), clock, writes };
}

async function failFive({ one }: { one: ReturnType<typeof createCircuitBreaker> }): Promise<void> {
  for (let call = 0; call < 5; call += 1) await one.run(fail, READ).catch(() => {});
}

describe('the shared circuit of all processes', () => {
  it('opens for all when one process finds the service down', async () => {
    const circuits = circuitsOf();
    await failFive(circuits);
    await expect(circuits.other.check()).rejects.toMatchObject({ kind: 'unavailable', reached: 'no' });
    await expect(circuits.other.run(async () => 1, READ)).rejects.toMatchObject({ retryAfterMs: 10_000 });
  });

  it('is known to be open immediately, even to a process that just saw it closed', async () => {
    const circuits = circuitsOf();
    await circuits.other.check();
    await failFive(circuits);
    await expect(circuits.other.check()).rejects.toMatchObject({ reached: 'no' });
  });

  it('counts failures of all processes together, and any answer resets the count', async () => {
    const { one, other } = circuitsOf();
    for (const circuit of [one, other, one, other]) await circuit.run(fail, READ).catch(() => {});
    await one.run(async () => 1, READ);
    for (const circuit of [one, other, one, other]) await circuit.run(fail, READ).catch(() => {});
    await expect(one.check()).resolves.toBeUndefined();
  });

  it('is not written while all calls succeed', async () => {
    const { one, other, clock, writes } = circuitsOf();
    for (let call = 0; call < 20; call += 1) {
      await one.run(async () => 1, READ);
      await other.run(async () => 1, READ);
      await clock.advance(100);
    }
    expect(writes.count).toBe(0);
  });

  it('is probed by one process only, and closed for all', async () => {
    const circuits = circuitsOf();
    const { one, other, clock } = circuits;
    await failFive(circuits);
    await clock.advance(10_000);
    let answer: (value: number) => void = () => {};
    const probe = one.run(
      () =>
        new Promise<number>((resolve) => {
          answer = resolve;
        }),
      READ,
    );
    await clock.advance(1_000);
    await expect(other.run(async () => 1, READ)).rejects.toMatchObject({ reached: 'no' });
    answer(1);
    expect(await probe).toBe(1);
    await clock.advance(250);
    expect(await other.run(async () => 2, READ)).toBe(2);
  });
});

describe('a write with a half-open circuit', () => {
  it('waits for a read to succeed', async () => {
    const circuits = circuitsOf();
    await failFive(circuits);
    await circuits.clock.advance(10_000);
    const order: string[] = [];
    const probe = async () => order.push('probe');
    await circuits.other.run(async () => order.push('write'), { isRead: false, probe });
    expect(order).toEqual(['probe', 'write']);
  });

  it('is certainly not sent if the read fails', async () => {
    const circuits = circuitsOf();
    await failFive(circuits);
    await circuits.clock.advance(10_000);
    const write = circuits.other.run(async () => expect.unreachable(), { isRead: false, probe: fail });
    await expect(write).rejects.toMatchObject({ kind: 'unavailable', status: 503, reached: 'no' });
  });
});

it('unavailable shared state blocks new calls, and does not affect calls under way', async () => {
  const clock = testClock();
  const store = memorySharedStateStore();
  let isDown = false;
  const sharedState = failingFast({
    read: (shared) => (isDown ? Promise.reject(new Error('gone')) : store.read(shared)),
    step: () => Promise.reject(new Error('gone')),
  });
  const circuit = createCircuitBreaker({ sharedState, now: clock.now, log: SILENT });
  expect(await circuit.run(async () => 1, READ)).toBe(1);
  await expect(circuit.run(fail, READ)).rejects.toBe(down);
  isDown = true;
  await clock.advance(250);
  const unknown = { kind: 'unavailable', step: 'desk', reached: 'no' };
  await expect(circuit.check()).rejects.toMatchObject(unknown);
  await expect(circuit.run(async () => 1, READ)).rejects.toMatchObject(unknown);
});
