import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { findJob } from '@/tests/support/rows';
import { claim, extendLeases, LEASE_MS } from './claim';
import { enqueue, enqueueAll } from './enqueue';
import { failJob, finishJob, retryDead } from './finish';
import { type ClaimedJob, type JobOutcome, PRIORITY, type Priority } from './job';

const START = new Date('2026-03-02T09:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** A separate topic for each test, so that other jobs do not interfere. */
function newTopic() {
  const { db } = database;
  const topic = newId('lease');
  type Asking = { payload?: object; priority?: Priority; owner?: string; at?: Date; maxDelayMs?: number };
  const ask = (key: string, { at = START, ...work }: Asking = {}) =>
    enqueue(db, { topic, key, ...work, runAt: at });
  const take = (now = START, limit = 10) => claim(db, { topics: [topic], limit, lease: newId('lease'), now });
  const takeOne = async (now = START): Promise<ClaimedJob> => {
    const [job] = await take(now, 1);
    if (!job) throw new Error('nothing to claim');
    return job;
  };
  const end = (job: ClaimedJob, outcome: JobOutcome, now = START) => finishJob(db, job, outcome, now);
  const row = (key: string) => findJob(db, { topic, key });
  return { db, topic, ask, take, takeOne, end, row };
}

describe('requesting work', () => {
  it('twice before it begins is one job, with the newer payload', async () => {
    const { ask, take, takeOne, end } = newTopic();
    await ask('a', { payload: { event: 'first' } });
    await ask('a', { payload: { event: 'second' } });
    const job = await takeOne();
    expect(job.payload).toEqual({ event: 'second' });
    await end(job, { kind: 'done' });
    expect(await take()).toEqual([]);
  });

  it('leaves no row behind once it is done', async () => {
    const { ask, takeOne, end, row } = newTopic();
    await ask('a');
    await end(await takeOne(), { kind: 'done' });
    expect(await row('a')).toBeUndefined();
  });

  it('many times concurrently loses no request', async () => {
    const { ask, row } = newTopic();
    await Promise.all(Array.from({ length: 40 }, () => ask('a')));
    expect((await row('a'))?.generation).toBe(40);
  });

  it('while it runs makes it run once more, and only once', async () => {
    const { ask, take, takeOne, end } = newTopic();
    await ask('a');
    const first = await takeOne();
    await ask('a');
    await ask('a');
    expect(await take(), 'not while the first run holds the lease').toEqual([]);
    await end(first, { kind: 'done' });
    await end(await takeOne(), { kind: 'done' });
    expect(await take()).toEqual([]);
  });

  it('with a delay restarts the wait on each request, up to a limit', async () => {
    const { ask, take } = newTopic();
    for (let ms = 0; ms <= 900; ms += 300) await ask('a', { at: later(ms + 500), maxDelayMs: 1_000 });
    expect(await take(later(1_399))).toEqual([]);
    await ask('a', { at: later(1_700), maxDelayMs: 1_000 });
    await ask('a', { at: later(2_000), maxDelayMs: 1_000 });
    expect(await take(later(1_500))).toHaveLength(1);
  });

  it('while it runs, for later, does not run it earlier because the run had begun', async () => {
    const { ask, take, takeOne, end } = newTopic();
    await ask('a');
    const first = await takeOne();
    await ask('a', { at: later(1_000) });
    await end(first, { kind: 'done' });
    expect(await take(later(999))).toEqual([]);
    expect(await take(later(1_000))).toHaveLength(1);
  });

  it('in a transaction that fails requests nothing', async () => {
    const { db, topic, row } = newTopic();
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, { topic, key: 'a', runAt: START });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await row('a')).toBeUndefined();
  });

  it('for later waits, and an earlier request shortens the wait', async () => {
    const { ask, take } = newTopic();
    await ask('a', { at: later(60_000) });
    expect(await take(later(59_999))).toEqual([]);
    await ask('a', { at: later(1_000) });
    await ask('a', { at: later(90_000) });
    expect(await take(later(1_000))).toHaveLength(1);
  });

  it('begins with fresh counters once the work was finished', async () => {
    const { ask, takeOne, end } = newTopic();
    await ask('a');
    await end(await takeOne(), { kind: 'again', at: START, reason: 'not yet' });
    const second = await takeOne();
    expect(second.attempts).toBe(2);
    await end(second, { kind: 'done' });
    await ask('a');
    expect((await takeOne()).attempts).toBe(1);
  });
});

describe('claiming', () => {
  it('never gives one job to two workers', async () => {
    const { ask, take } = newTopic();
    for (let n = 0; n < 40; n += 1) await ask(`job-${n}`);
    const hauls = await Promise.all(Array.from({ length: 8 }, () => take(START, 7)));
    expect(Math.max(...hauls.map((haul) => haul.length))).toBeLessThanOrEqual(7);
    const keys = hauls.flat().map((job) => job.key);
    expect(new Set(keys).size).toBe(keys.length);
    const rest = await take(START, 40);
    expect(new Set([...keys, ...rest.map((job) => job.key)]).size).toBe(40);
  });

  it('takes the longest waiting first, and only topics it knows', async () => {
    const { ask, take } = newTopic();
    const other = newTopic();
    await other.ask('foreign');
    await ask('late', { at: later(-1_000) });
    await ask('early', { at: later(-2_000) });
    expect((await take(START, 1)).map((job) => job.key)).toEqual(['early']);
    expect((await take(START, 5)).map((job) => job.key)).toEqual(['late']);
  });

  it('takes urgent jobs before longer waiting ones', async () => {
    const { ask, take } = newTopic();
    await ask('full-sync', { at: later(-3_000), priority: PRIORITY.low });
    await ask('create', { priority: PRIORITY.high });
    await ask('refresh', { at: later(-2_000) });
    const taken = [];
    for (let n = 0; n < 3; n += 1) taken.push(...(await take(START, 1)));
    expect(taken.map((job) => job.key)).toEqual(['create', 'refresh', 'full-sync']);
  });

  it('leaves a job alone while its holder sends heartbeats, however long the work takes', async () => {
    const { db, ask, takeOne, take, end } = newTopic();
    await ask('a');
    const job = await takeOne();
    for (let beat = 1; beat <= 5; beat += 1) {
      await extendLeases(db, { leased: [job], now: later((beat * LEASE_MS) / 2) });
      expect(await take(later((beat * LEASE_MS) / 2 + LEASE_MS - 1))).toEqual([]);
    }
    expect(await end(job, { kind: 'done' })).toBe(true);
  });

  it('takes nothing from its new holder when a late heartbeat arrives', async () => {
    const { db, ask, takeOne, take, row } = newTopic();
    await ask('a');
    const frozen = await takeOne();
    const next = await takeOne(later(LEASE_MS + 1));
    await extendLeases(db, { leased: [frozen], now: later(2 * LEASE_MS) });
    expect(await row('a')).toMatchObject({ lease: next.lease, leaseUntil: later(2 * LEASE_MS + 1) });
    expect(await take(later(2 * LEASE_MS + 2))).toHaveLength(1);
  });

  it('gives a job whose lease lapsed to the next, and the first can no longer finish it', async () => {
    const { ask, take, takeOne, end, row } = newTopic();
    await ask('a');
    const frozen = await takeOne();
    expect(await take(later(LEASE_MS - 1))).toEqual([]);
    const next = await takeOne(later(LEASE_MS + 1));
    expect(next.attempts).toBe(2);
    expect(await end(frozen, { kind: 'dead', reason: 'late' })).toBe(false);
    expect(await row('a')).toMatchObject({ lease: next.lease, deadAt: null });
    expect(await end(next, { kind: 'done' })).toBe(true);
    expect(await end(frozen, { kind: 'done' })).toBe(false);
  });

  it('does not let a worker whose lease lapsed record a failure either', async () => {
    const { db, ask, takeOne, row } = newTopic();
    await ask('a');
    const frozen = await takeOne();
    const next = await takeOne(later(LEASE_MS + 1));
    const failure = { error: new Error('late'), now: START, random: 0 };
    expect(await failJob(db, frozen, failure)).toBe(false);
    expect(await row('a')).toMatchObject({ lease: next.lease, failures: 0, lastError: null });
  });
});

describe('work of several owners', () => {
  const takeAll = async ({ takeOne, end }: ReturnType<typeof newTopic>, count: number) => {
    const keys: string[] = [];
    while (keys.length < count) {
      const job = await takeOne();
      await end(job, { kind: 'done' });
      keys.push(job.key);
    }
    return keys;
  };

  it('is taken in turns, in the order of each', async () => {
    const topic = newTopic();
    const asked = ['b1', 'b2', 'b3', 'a1', 'a2', 'c1'];
    for (const key of asked) await topic.ask(key, { owner: key.slice(0, 1) });
    expect(await takeAll(topic, 6)).toEqual(['b1', 'a1', 'c1', 'b2', 'a2', 'b3']);
  });

  it('requested together keeps the given order, whatever its names', async () => {
    const topic = newTopic();
    const works = ['z', 'm', 'a'].map((key) => ({ topic: topic.topic, key, owner: 'one', runAt: START }));
    await enqueueAll(topic.db, works);
    expect(await takeAll(topic, 3)).toEqual(['z', 'm', 'a']);
  });

  it('in bulk waits for all work requested individually, and is itself taken in turns', async () => {
    const topic = newTopic();
    for (const key of ['a1', 'a2', 'a3']) await topic.ask(key, { owner: 'a', priority: PRIORITY.bulk });
    for (const key of ['x1', 'x2', 'x3', 'x4', 'x5'])
      await topic.ask(key, { owner: 'x', priority: PRIORITY.high });
    expect(await takeAll(topic, 5)).toEqual(['x1', 'x2', 'x3', 'x4', 'x5']);
    // The progress of the others is no reason to put this one behind all of them.
    await topic.ask('b1', { owner: 'b', priority: PRIORITY.bulk });
    expect(await takeAll(topic, 4)).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('that is requested again keeps its turn', async () => {
    const topic = newTopic();
    for (const key of ['a1', 'a2']) await topic.ask(key, { owner: 'a' });
    await topic.ask('a1', { owner: 'a' });
    expect(await takeAll(topic, 2)).toEqual(['a1', 'a2']);
  });

  it('that fails again and again changes no turns', async () => {
    const topic = newTopic();
    const { ask, takeOne, end } = topic;
    await ask('stuck', { owner: 's' });
    await end(await takeOne(), { kind: 'again', at: later(1_000_000), reason: 'x' });
    for (const key of ['a1', 'a2', 'a3', 'a4']) await ask(key, { owner: 'a' });
    expect(await takeAll(topic, 2)).toEqual(['a1', 'a2']);
    for (const key of ['b1', 'b2', 'b3']) await ask(key, { owner: 'b' });
    expect(await takeAll(topic, 5)).toEqual(['a3', 'b1', 'a4', 'b2', 'b3']);
  });
});

describe('confirming', () => {
  it('“again” waits until its time and records why', async () => {
    const { ask, take, takeOne, end, row } = newTopic();
    await ask('a');
    await end(await takeOne(), { kind: 'again', at: later(5_000), reason: 'unavailable: no answer' });
    expect(await row('a')).toMatchObject({ lastError: 'unavailable: no answer', lease: null });
    expect(await take(later(4_999))).toEqual([]);
    expect(await take(later(5_000))).toHaveLength(1);
  });

  it('“repeat” runs again at its time with fresh counters', async () => {
    const { ask, take, takeOne, end } = newTopic();
    await ask('a');
    await end(await takeOne(), { kind: 'again', at: START, reason: 'x' });
    await end(await takeOne(), { kind: 'repeat', at: later(60_000) });
    expect(await take(later(59_999))).toEqual([]);
    expect((await takeOne(later(60_000))).attempts).toBe(1);
  });

  it('“repeat” runs earlier if it was requested while it ran', async () => {
    const { ask, take, takeOne, end } = newTopic();
    await ask('a');
    const job = await takeOne();
    await ask('a', { at: later(1_000) });
    await end(job, { kind: 'repeat', at: later(60_000) });
    expect(await take(later(1_000))).toHaveLength(1);
  });

  it('“dead” is never claimed again until it is requested anew', async () => {
    const { ask, take, takeOne, end } = newTopic();
    await ask('a');
    await end(await takeOne(), { kind: 'dead', reason: 'a person must look' });
    expect(await take(later(86_400_000))).toEqual([]);
    await ask('a', { at: later(86_400_000) });
    expect((await takeOne(later(86_400_000))).failures).toBe(0);
  });

  it('“dead” is retried when a person says so, with fresh counters', async () => {
    const { db, ask, takeOne, end, row } = newTopic();
    await ask('a');
    await end(await takeOne(), { kind: 'dead', reason: 'a person must look' });
    const id = (await row('a'))?.id ?? 0;
    expect(await retryDead(db, { id, now: later(1_000) })).toMatchObject({ key: 'a' });
    expect(await retryDead(db, { id, now: later(1_000) }), 'it is retried').toBeUndefined();
    expect(await takeOne(later(1_000))).toMatchObject({ key: 'a', attempts: 1 });
  });

  it('an unexpected failure is retried later, and is dead after too many in a row', async () => {
    const { db, ask, takeOne, row } = newTopic();
    await ask('a');
    let now = START;
    let runs = 0;
    while (!(await row('a'))?.deadAt) {
      const job = await takeOne(now);
      runs += 1;
      await failJob(db, job, { error: new TypeError('broken'), now, random: 0.5 });
      const finished = await row('a');
      expect(finished?.lastError).toBe('TypeError: broken');
      if (!finished?.deadAt) {
        expect(finished?.runAt.getTime()).toBeGreaterThan(now.getTime());
        now = finished?.runAt ?? now;
      }
    }
    expect(runs).toBe(12);
    const minutes = (now.getTime() - START.getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(5);
    expect(minutes).toBeLessThan(60);
  });

  it('a job requested again during its last allowed run starts over', async () => {
    const { db, ask, takeOne, row } = newTopic();
    await ask('a');
    let now = START;
    for (let run = 1; run < 12; run += 1) {
      await failJob(db, await takeOne(now), { error: new Error('broken'), now, random: 0 });
      now = (await row('a'))?.runAt ?? now;
    }
    const last = await takeOne(now);
    await ask('a', { at: now });
    await failJob(db, last, { error: new Error('broken'), now, random: 0 });
    expect(await row('a')).toMatchObject({
      deadAt: null,
      failures: 0,
      attempts: 0,
      lastError: 'Error: broken',
    });
    expect(await takeOne(now), 'immediately, as requested').toMatchObject({ attempts: 1, failures: 0 });
  });

  it('“dead” does not discard what was requested while the job ran', async () => {
    const { ask, takeOne, end, row } = newTopic();
    await ask('a');
    const job = await takeOne();
    await ask('a', { at: later(1_000) });
    await end(job, { kind: 'dead', reason: 'its payload cannot be read' });
    expect(await row('a')).toMatchObject({ deadAt: null });
    await end(await takeOne(later(1_000)), { kind: 'dead', reason: 'its payload cannot be read' });
    expect((await row('a'))?.deadAt).not.toBeNull();
  });

  it('a success in between resets earlier failures', async () => {
    const { db, ask, takeOne, end, row } = newTopic();
    await ask('a');
    await failJob(db, await takeOne(), { error: 'thrown text', now: START, random: 0 });
    expect(await row('a')).toMatchObject({ failures: 1, lastError: 'unknown error' });
    const job = await takeOne(later(60_000));
    await ask('a');
    await end(job, { kind: 'done' });
    expect(await row('a')).toMatchObject({ failures: 0, lastError: null });
  });
});
