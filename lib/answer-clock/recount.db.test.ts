import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { agentHistograms, answerSpans, organizationHistograms } from '@/lib/db/schema/answer-clock';
import { leads } from '@/lib/db/schema/leads';
import { applyLead } from '@/lib/leads/apply';
import { type ReadStart, startReading } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { listKeptTimes } from '@/tests/support/answer-times';
import { freshDatabase } from '@/tests/support/database';
import { runs } from '@/tests/support/property-runs';
import { makeLead } from '@/tests/support/rows';
import { bucketOf } from './bucket';

/**
 * Random lives of leads, with everything that a portal and the network can do to them, applied as the desk does; what
 * the triggers keep is compared with a count of what the readings showed, made from the beginning.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 2, 2, 9);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

type Owner = { organizationId: string; agentId: string };
/** What one reading showed that the mirror accepted; or that it was submitted here. */
type Fact =
  | { seen: true; at: number; updatedAt?: number; createdAt?: number; status: string; owner: Owner }
  | { seen: false; hereAt: number };
type Time = Owner & { kind: string; status: string; ended: number; ms: number };

const NOBODY: Owner = { organizationId: '', agentId: '' };

/** What a lead contributes, from all that was seen of it, in this order. */
function recount(facts: readonly Fact[]): { times: Time[]; answeredAt: number | undefined } {
  type Change = { at: number; began?: number; from: string; owner: Owner; isFirst: boolean };
  let changes: Change[] = [];
  let now = { status: '', since: 0, isExact: false, owner: NOBODY };
  let answered: number | undefined;
  let createdAt: number | undefined;
  let hereAt: number | undefined;
  let firstAt: number | undefined;
  let updatedAt: number | undefined;
  const isWhole = (status: string) => {
    const came = createdAt ?? hereAt;
    return status === 'pending' && came !== undefined && firstAt !== undefined && firstAt - came <= DAY_MS;
  };
  for (const fact of facts) {
    if (!fact.seen) {
      if (hereAt !== undefined || firstAt === undefined) continue;
      hereAt = fact.hereAt;
      if (answered === undefined && isWhole(now.status)) now = { ...now, isExact: true };
      continue;
    }
    firstAt ??= fact.at;
    createdAt = fact.createdAt ?? createdAt;
    const changedAt = fact.updatedAt ?? fact.at;
    const isBack = fact.updatedAt !== undefined && updatedAt !== undefined && fact.updatedAt < updatedAt;
    updatedAt = fact.updatedAt ?? updatedAt;
    const { status } = fact;
    const owner = fact.owner.organizationId === '' ? now.owner : fact.owner;
    if (now.owner.organizationId === '') changes = changes.map((change) => ({ ...change, owner }));
    const isOther = status !== now.status;
    const guess = now.status === '' && status === 'pending' ? (fact.createdAt ?? fact.at) : changedAt;
    const since = isOther ? guess : now.since;
    const isAnswer = status !== 'pending' && status !== '';
    let isExact = now.isExact;
    if (isBack) {
      const to = updatedAt ?? 0;
      changes = changes.filter(({ at }) => at <= to);
      if (answered === undefined || answered > to) answered = isAnswer ? since : undefined;
      isExact = now.isExact && !isOther && now.since <= to;
    } else if (now.status === '') {
      if (isAnswer) answered ??= since;
      isExact = answered === undefined && isWhole(status);
    } else if (status === '') {
      isExact = false;
    } else if (isOther) {
      const isFirst = answered === undefined;
      if (now.isExact) changes.push({ at: since, began: now.since, from: now.status, owner, isFirst });
      answered ??= since;
      isExact = true;
    }
    now = { status, since, isExact, owner };
  }
  const came = createdAt ?? hereAt ?? 0;
  const times = changes.flatMap(({ at, began = at, from, owner, isFirst }): Time[] => [
    ...(isFirst ? [{ ...owner, kind: 'answer', status: '', ended: at, ms: Math.max(0, at - came) }] : []),
    ...(at > began ? [{ ...owner, kind: 'status', status: from, ended: at, ms: at - began }] : []),
  ]);
  return { times, answeredAt: answered };
}

/** The Monday of a moment's week, in UTC. */
function weekOf(time: number): string {
  const daysSinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}

function toCounts(times: readonly Time[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { organizationId, agentId, kind, status, ended, ms } of times) {
    const key = [organizationId, agentId, kind, status, weekOf(ended), bucketOf(ms)].join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** What is kept without agents, and the same added up from what is kept with them. */
async function histogramsTogether() {
  const { organizationId, kind, status, week, counts } = agentHistograms;
  const parts = [organizationId, kind, status, week] as const;
  const added = { organizationId, kind, status, week, counts: sql<string>`sum(${counts})::text` };
  return {
    kept: await database.db
      .select()
      .from(organizationHistograms)
      .where(sql`counts <> 0`)
      .orderBy(sql`organization_id, kind, status, week`),
    addedUp: await database.db
      .select(added)
      .from(agentHistograms)
      .groupBy(...parts)
      .having(sql`sum(${counts}) <> 0`)
      .orderBy(...parts),
  };
}

async function keptCounts(): Promise<Record<string, number>> {
  const rows = await listKeptTimes(database.db);
  return Object.fromEntries(
    rows.map(({ organizationId, agentId, kind, status, week, bucket, count }) => [
      [organizationId, agentId, kind, status, week, bucket].join(' '),
      count,
    ]),
  );
}

/** New and old when first read, and one whose creation the portal never tells. */
const CREATED: Record<string, number | undefined> = {
  new: START - HOUR_MS,
  other: START - 20 * HOUR_MS,
  old: START - 30 * DAY_MS,
  untold: undefined,
};

const lead = fc.constantFrom('new', 'new', 'other', 'other', ...Object.keys(CREATED));
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      read: lead,
      status: fc.constantFrom('pending', 'pending', 'qualified', 'qualified', 'won', 'won', ''),
      owner: fc.constantFrom('org-1/a', 'org-1/b', 'org-2/c', ''),
      /** How long ago the portal changed it; undefined: it does not tell. */
      age: fc.constantFrom(0, 0, 0, 7, 90, 2_000, 9_000, undefined),
      /** This reading began before the last ones. */
      isOld: fc.constantFrom(false, false, false, true),
      /** The portal was found to be a restored copy. */
      isRestored: fc.constantFrom(false, false, false, true),
      isCorrected: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ bury: lead }) },
  { weight: 1, arbitrary: fc.record({ here: lead, age: fc.constantFrom(5, 90) }) },
);

const usual = { owner: 'org-1/a', age: 0, isOld: false, isRestored: false, isCorrected: false } as const;
const FIRST: [Step, number][] = [
  [{ ...usual, read: 'new', status: 'pending' }, 0],
  [{ ...usual, read: 'other', status: 'pending', owner: '' }, 0],
];

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function live(steps: readonly [Step, number][]): Promise<Map<string, Fact[]>> {
  const { db } = database;
  const facts = new Map<string, Fact[]>(Object.keys(CREATED).map((id) => [id, []]));
  let clock = START;
  let began: ReadStart | undefined;
  for (const [one, minutes] of steps) {
    clock += minutes * 60_000;
    const start = await startReading(db, new Date(clock));
    if ('bury' in one) {
      await tombstoneLead(db, { leadId: one.bury, readStart: start });
    } else if ('here' in one) {
      const hereAt = clock - one.age * 60_000;
      const moment = new Date(hereAt);
      const changed = await db
        .update(leads)
        .set({ submittedHereAt: moment, submittedAt: moment })
        .where(
          sql`${eq(leads.id, one.here)} and submitted_here_at is null and deleted_at is distinct from submitted_at`,
        )
        .returning({ id: leads.id });
      if (changed.length > 0) facts.get(one.here)?.push({ seen: false, hereAt });
    } else {
      const readStart = (one.isOld && began) || start;
      const updatedAt = one.age === undefined ? undefined : clock - one.age * 60_000;
      const created = CREATED[one.read];
      const createdAt = created && created + (one.isCorrected ? 5 * HOUR_MS : 0);
      const [organizationId = '', agentId = ''] = one.owner.split('/');
      const owned = one.owner
        ? { organizationId, agentId }
        : { organizationId: undefined, agentId: undefined };
      const applied = await applyLead(db, {
        lead: makeLead({
          ...{ id: one.read, status: one.status, ...owned },
          createdAt: createdAt === undefined ? undefined : new Date(createdAt),
          updatedAt: updatedAt === undefined ? undefined : new Date(updatedAt),
        }),
        readStart,
        overrules: one.isRestored ? { order: readStart.order, editId: 0 } : undefined,
        labelOf: (label) => ({ label }),
      });
      const shown = { status: one.status, owner: one.owner ? { organizationId, agentId } : NOBODY };
      const isSeen = !['late', 'behind', 'read-first'].includes(applied);
      if (isSeen) {
        facts.get(one.read)?.push({ seen: true, at: readStart.at.getTime(), updatedAt, createdAt, ...shown });
      }
    }
    began ??= start;
    if (minutes > 300) began = start;
  }
  return facts;
}

it('what is kept equals a count of all that was seen, after any life of leads', async () => {
  const minutes = fc.constantFrom(0, 1, 20, 200, 1_000, 5_000);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, minutes), { minLength: 8, maxLength: 16 }), async (steps) => {
      await database.db.delete(leads);
      await database.db.delete(answerSpans);
      const facts = await live([...FIRST, ...steps]);
      const expected = new Map([...facts].map(([id, seen]) => [id, recount(seen)]));
      expect(await keptCounts()).toEqual(toCounts([...expected.values()].flatMap(({ times }) => times)));
      const { kept, addedUp } = await histogramsTogether();
      expect(kept).toEqual(addedUp);
      for (const { id, answeredAt } of await database.db.select().from(leads)) {
        expect([id, answeredAt?.getTime()]).toEqual([id, expected.get(id)?.answeredAt]);
      }
    }),
    { numRuns: runs(8) },
  );
});
