import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database, Db } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { findJob, keepLog } from '@/tests/support/rows';
import { enqueue } from './enqueue';
import { DONE, type JobHandler, type JobOutcome } from './job';
import { startLoop } from './loop';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** A handler whose runs the test observes and ends. */
function heldHandler() {
  const begun: { key: string; end: (outcome?: JobOutcome) => void; fail: (error: unknown) => void }[] = [];
  const waiting: (() => void)[] = [];
  const handle: JobHandler = (job) =>
    new Promise((resolve, fail) => {
      begun.push({ key: job.key, end: (outcome = DONE) => resolve(outcome), fail });
      for (const wake of waiting.splice(0)) wake();
    });
  async function nth(count: number) {
    while (begun.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    const run = begun[count - 1];
    if (!run) throw new Error('unreachable');
    return run;
  }
  return { handle, nth, begun };
}

function startLane(options: { slots?: number; db?: Db; beforeClaim?: () => Promise<void> } = {}) {
  const topic = newId('lease');
  const handler = heldHandler();
  const log = keepLog();
  const { db = database.db, slots = 1, beforeClaim = async () => {} } = options;
  const loop = startLoop({ db, lane: { handlers: { [topic]: handler.handle }, slots }, log, beforeClaim });
  onTestFinished(async () => {
    const stopped = loop.stop();
    for (const run of handler.begun) run.end();
    await stopped;
  });
  const ask = (key: string) => enqueue(database.db, { topic, key, runAt: new Date() });
  const row = (key: string) => findJob(database.db, { topic, key });
  return { loop, ask, row, handler, log };
}

describe('the worker loop', () => {
  it('begins work immediately when woken', async () => {
    const { loop, ask, handler } = startLane();
    const before = Date.now();
    await ask('a');
    loop.wake();
    expect((await handler.nth(1)).key).toBe('a');
    expect(Date.now() - before).toBeLessThan(1_500);
  });

  it('finds work without being woken', async () => {
    const { ask, handler } = startLane();
    await ask('a');
    expect((await handler.nth(1)).key).toBe('a');
  });

  it('runs no more jobs in parallel than it has slots, and the next as soon as one is free', async () => {
    const { loop, ask, handler } = startLane({ slots: 2 });
    for (const key of ['a', 'b', 'c']) await ask(key);
    loop.wake();
    const first = await handler.nth(2);
    expect(handler.begun).toHaveLength(2);
    first.end();
    expect((await handler.nth(3)).key).toBe('c');
  });

  it('runs a job once more that was requested while it ran', async () => {
    const { loop, ask, handler } = startLane();
    await ask('a');
    loop.wake();
    const first = await handler.nth(1);
    await ask('a');
    first.end();
    expect((await handler.nth(2)).key).toBe('a');
  });

  it('claims nothing while nothing of its kind can be done, and continues in the same order', async () => {
    const { loop, ask, row, handler } = startLane();
    for (const key of ['a', 'b', 'c']) await ask(key);
    loop.wake();
    const first = await handler.nth(1);
    const until = Date.now() + 500;
    first.end({ kind: 'paused', at: new Date(until), reason: 'rate-limited', wasTried: false });
    const second = await handler.nth(2);
    // A timer may fire slightly early by the other clock.
    expect(Date.now()).toBeGreaterThanOrEqual(until - 20);
    expect(second.key).toBe(first.key);
    expect((await row(second.key))?.attempts, 'did not count as a try').toBe(1);
    second.end();
    (await handler.nth(3)).end();
    expect((await handler.nth(4)).key).toBe('c');
  });

  it('continues after a handler that fails, and retries that job later', async () => {
    const { loop, ask, row, handler, log } = startLane();
    await ask('bad');
    loop.wake();
    (await handler.nth(1)).fail(new Error('broken'));
    await ask('good');
    loop.wake();
    const second = await handler.nth(2);
    expect(second.key).toBe('good');
    expect(await row('bad')).toMatchObject({ failures: 1, deadAt: null, lease: null });
    expect(log.lines.map((line) => line.event)).toContain('job.failed');
  });

  it('survives a database that does not answer', async () => {
    const broken = new Proxy(database.db, {
      get: (db, name, receiver) => {
        if (name === 'with') throw new Error('connection refused');
        return Reflect.get(db, name, receiver);
      },
    });
    const { loop, handler, log } = startLane({ db: broken });
    loop.wake();
    await expect.poll(() => log.lines.map((line) => line.event)).toContain('jobs.claim-failed');
    await loop.stop();
    expect(handler.begun).toEqual([]);
  });

  it('claims nothing while the step before a claim fails', async () => {
    let isFailing = true;
    let polls = 0;
    const beforeClaim = async () => {
      polls += 1;
      if (isFailing) throw new Error('connection refused');
    };
    const { loop, ask, row, handler } = startLane({ beforeClaim });
    await ask('a');
    loop.wake();
    await expect.poll(() => polls, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(await row('a')).toMatchObject({ attempts: 0, lease: null });
    isFailing = false;
    loop.wake();
    expect((await handler.nth(1)).key).toBe('a');
  });

  it('stops only when running jobs have ended, and begins no other', async () => {
    const { loop, ask, row, handler } = startLane();
    await ask('a');
    await ask('b');
    loop.wake();
    const running = await handler.nth(1);
    let stopped = false;
    const stopping = loop.stop().then(() => {
      stopped = true;
    });
    expect((await row('a'))?.lease).not.toBeNull();
    expect(stopped).toBe(false);
    running.end();
    await stopping;
    expect(handler.begun).toHaveLength(1);
    expect(await row('a')).toBeUndefined();
    expect(await row('b')).toMatchObject({ attempts: 0, lease: null });
  });
});
