import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { runs } from '@/tests/support/property-runs';
import { findJob } from '@/tests/support/rows';
import { claim, extendLeases, LEASE_MS } from './claim';
import { enqueue } from './enqueue';
import { finishJob, retryDead } from './finish';
import type { ClaimedJob, JobOutcome, Priority } from './job';

/** A short model of the job table; every step is taken on both and compared. */
type ModelJob = {
  generation: number;
  priority: number;
  runAt: number;
  attempts: number;
  dead: boolean;
  lease?: string;
  leaseUntil: number;
};

type World = {
  now: number;
  jobs: Map<string, ModelJob>;
  /** What workers believe they hold, whether it is still theirs or not. */
  leased: { job: ClaimedJob; generation: number }[];
};

type Step =
  | { do: 'ask'; key: string; priority: Priority; inMs: number }
  | { do: 'claim'; limit: number }
  | { do: 'finish'; which: number; end: 'done' | 'repeat' | 'again' | 'dead'; inMs: number }
  | { do: 'beat'; which: number }
  | { do: 'retry'; key: string }
  | { do: 'wait'; ms: number };

const START = Date.parse('2026-03-02T09:00:00Z');
const KEYS = ['a', 'b', 'c'];

const key = fc.constantFrom(...KEYS);
const inMs = fc.constantFrom(0, 1_000, LEASE_MS, 3 * LEASE_MS);
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('ask'), key, priority: fc.constantFrom(0, 1, 2), inMs }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim'), limit: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('finish'),
      which,
      end: fc.constantFrom('done', 'done', 'repeat', 'again', 'dead'),
      inMs,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('beat'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry'), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1_000, LEASE_MS + 1) }) },
) as fc.Arbitrary<Step>;

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const at = (ms: number) => new Date(ms);

function modelAsk({ jobs, now }: World, asked: Extract<Step, { do: 'ask' }>) {
  const known = jobs.get(asked.key);
  const runAt = now + asked.inMs;
  const fresh = { priority: asked.priority, runAt, attempts: 0, dead: false };
  if (!known) jobs.set(asked.key, { generation: 1, leaseUntil: 0, ...fresh });
  else if (known.dead) Object.assign(known, fresh, { generation: known.generation + 1 });
  else {
    known.generation += 1;
    known.runAt = Math.min(known.runAt, runAt);
    known.priority = Math.min(known.priority, asked.priority);
  }
}

/** The keys that a claim may take, most urgent first; equals may come in any order. */
function claimable({ jobs, now }: World) {
  return [...jobs.entries()]
    .filter(([, job]) => !job.dead && job.runAt <= now && (!job.lease || job.leaseUntil < now))
    .toSorted(([, one], [, other]) => one.priority - other.priority || one.runAt - other.runAt);
}

function modelFinish(
  world: World,
  { job, generation }: World['leased'][number],
  outcome: JobOutcome,
): boolean {
  const known = world.jobs.get(job.key);
  if (known?.lease !== job.lease) return false;
  delete known.lease;
  const askedMeanwhile = known.generation > generation;
  if (outcome.kind === 'dead' && askedMeanwhile) known.attempts = 0;
  else if (outcome.kind === 'dead') known.dead = true;
  else if (outcome.kind === 'done' && !askedMeanwhile) world.jobs.delete(job.key);
  else if (outcome.kind !== 'again') known.attempts = 0;
  if (outcome.kind === 'repeat' || outcome.kind === 'again') {
    const time = outcome.at.getTime();
    known.runAt = askedMeanwhile ? Math.min(known.runAt, time) : time;
  }
  return true;
}

function toOutcome({ end, inMs: ms }: Extract<Step, { do: 'finish' }>, now: number): JobOutcome {
  if (end === 'done') return { kind: 'done' };
  if (end === 'dead') return { kind: 'dead', reason: 'no' };
  return end === 'repeat'
    ? { kind: 'repeat', at: at(now + ms) }
    : { kind: 'again', at: at(now + ms), reason: 'x' };
}

async function take(topic: string, world: World, one: Step): Promise<void> {
  const { db } = database;
  const now = at(world.now);
  if (one.do === 'wait') world.now += one.ms;
  if (one.do === 'ask') {
    modelAsk(world, one);
    const { key: asked, priority, inMs: ms } = one;
    await enqueue(db, { topic, key: asked, priority, runAt: at(world.now + ms) });
  }
  if (one.do === 'claim') await takeClaim(topic, world, one.limit);
  const leased = 'which' in one ? world.leased[one.which % Math.max(1, world.leased.length)] : undefined;
  if (one.do === 'beat' && leased) {
    const known = world.jobs.get(leased.job.key);
    if (known?.lease === leased.job.lease) known.leaseUntil = world.now + LEASE_MS;
    await extendLeases(db, { leased: [leased.job], now });
  }
  if (one.do === 'finish' && leased) {
    const outcome = toOutcome(one, world.now);
    const expected = modelFinish(world, leased, outcome);
    expect(await finishJob(db, leased.job, outcome, now), 'only the holder finishes').toBe(expected);
  }
  if (one.do === 'retry') {
    const known = world.jobs.get(one.key);
    const row = await findJob(db, { topic, key: one.key });
    const retried = row && (await retryDead(db, { id: row.id, now }));
    expect(retried !== undefined).toBe(known?.dead ?? false);
    if (known?.dead) Object.assign(known, { dead: false, runAt: world.now, attempts: 0 });
  }
}

async function takeClaim(topic: string, world: World, limit: number): Promise<void> {
  const ready = claimable(world);
  const lease = newId('lease');
  const taken = await claim(database.db, { topics: [topic], limit, lease, now: at(world.now) });
  expect(taken).toHaveLength(Math.min(limit, ready.length));
  const least = ready.slice(0, limit).map(([, job]) => `${job.priority} ${job.runAt}`);
  const rank = (job: ClaimedJob) => {
    const known = world.jobs.get(job.key);
    return `${known?.priority} ${known?.runAt}`;
  };
  expect(taken.map(rank).sort()).toEqual(least.sort());
  for (const job of taken) {
    const known = world.jobs.get(job.key);
    if (!known) throw new Error(`${job.key} was claimed and does not exist`);
    known.attempts += 1;
    Object.assign(known, { lease, leaseUntil: world.now + LEASE_MS, runAt: world.now + LEASE_MS });
    expect(job).toMatchObject({ generation: known.generation, attempts: known.attempts });
    world.leased.push({ job, generation: known.generation });
  }
}

async function expectSame(topic: string, { jobs }: World): Promise<void> {
  for (const name of KEYS) {
    const known = jobs.get(name);
    const row = await findJob(database.db, { topic, key: name });
    expect(
      row && { generation: row.generation, dead: row.deadAt !== null, lease: row.lease ?? undefined },
    ).toEqual(known && { generation: known.generation, dead: known.dead, lease: known.lease });
  }
}

describe('claim, request, finish, heartbeat and lapse in any order', () => {
  it('keep the table’s rules: one holder at a time, and no request is ever lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const topic = newId('lease');
        const world: World = { now: START, jobs: new Map(), leased: [] };
        for (const one of steps) await take(topic, world, one);
        await expectSame(topic, world);
      }),
      { numRuns: runs(200) },
    );
  }, 60_000);
});
