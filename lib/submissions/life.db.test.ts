import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database, Db } from '@/lib/db/handle';
import { fullSyncs, schemaVersions } from '@/lib/db/schema/connection';
import { submissions } from '@/lib/db/schema/submissions';
import type { LeadPayload } from '@/lib/forms/payload';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import { addViewer, makeLead, silentLog } from '@/tests/support/rows';
import { claimedJob } from '@/tests/support/submissions';
import { confirmSubmission } from './confirm';
import { sendSubmission } from './send';
import { NEXT } from './states';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from './topics';

/** How a create ends, from the desk's point of view and in fact. */
const FATES = ['answered', 'lost-response', 'lost-request', 'not-sent', 'refused', 'frozen'] as const;
type Fate = (typeof FATES)[number];

type Step =
  | { do: 'send'; which: number; fate: Fate }
  | { do: 'thaw' }
  | { do: 'mirror' }
  | { do: 'fullSync' }
  | { do: 'confirm'; which: number }
  | { do: 'wait'; minutes: number };

const which = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send'), which, fate: fc.constantFrom(...FATES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('thaw') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mirror') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fullSync') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 4, 11) }) },
) as fc.Arbitrary<Step>;

const SCHEMA = makeSchema([
  makeField({ id: 'lastName', label: 'Family name', placement: 'standard' }),
  makeField({ id: 'email', label: 'E-mail', placement: 'standard', kind: 'email' }),
]);

let database: Database;
let viewer: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  viewer = await addViewer(database.db);
  const { version } = SCHEMA;
  await database.db.insert(schemaVersions).values({ version, schema: SCHEMA, firstSeenAt: new Date() });
});
afterAll(() => database.close());

/** A service whose creates end as the test decides, and workers that freeze midway. */
function newWorld() {
  const stored: ServiceLead[] = [];
  const frozen: (() => void)[] = [];
  const under: Promise<unknown>[] = [];
  let announceFrozen: () => void = () => {};
  let now = Date.now();
  const clock = () => new Date(now);

  function store(payload: LeadPayload): ServiceLead {
    const lead = makeLead({
      organizationId: String(payload.partnerOrganizationId),
      agentId: String(payload.agentId),
      lastName: String(payload.lastName),
      email: String(payload.email),
      createdAt: clock(),
    });
    stored.push(lead);
    return lead;
  }

  async function create(payload: LeadPayload, fate: Fate): Promise<ServiceLead> {
    if (fate === 'lost-request') throw new ServiceError('unavailable', 'reset');
    if (fate === 'refused') throw new ServiceError('refused', 'no', { status: 422 });
    if (fate === 'not-sent') throw new ServiceError('rate-limited', 'later', { status: 429, reached: 'no' });
    const lead = store(payload);
    if (fate === 'lost-response') throw new ServiceError('unavailable', 'reset');
    if (fate !== 'frozen') return lead;
    announceFrozen();
    await new Promise<void>((resolve) => frozen.push(resolve));
    return lead;
  }

  const serviceWith = (fate: Fate) =>
    ({
      createLead: async (payload, { beforeSend } = {}) =>
        (await beforeSend?.()) === false ? undefined : create(payload, fate),
    }) satisfies Pick<ServiceClient, 'createLead'>;

  return {
    stored,
    clock,
    send(key: string, fate: Fate) {
      const job = claimedJob({ topic: SUBMISSION_SEND, key });
      const commit = (write: (tx: Db) => Promise<boolean>) => database.db.transaction(write);
      const task = { service: serviceWith(fate), job, log: silentLog, clock, random: 0, commit };
      const isFrozen = new Promise<void>((resolve) => {
        announceFrozen = resolve;
      });
      const sending = sendSubmission(database.db, task);
      under.push(sending);
      // A frozen worker resumes when it is thawed; all others are awaited.
      return Promise.race([sending, isFrozen]);
    },
    confirm: (key: string) => {
      const job = claimedJob({ topic: SUBMISSION_CONFIRM, key });
      const service = { readLead: async (id: string) => stored.find((lead) => lead.id === id) };
      return confirmSubmission(database.db, { service, job, log: silentLog, clock, random: 0 });
    },
    async thaw() {
      for (const wake of frozen.splice(0)) wake();
      await Promise.all(under.splice(0));
    },
    async mirror() {
      for (const lead of stored)
        await applyLead(database.db, {
          lead,
          readStart: await startRead(database.db, clock()),
          labelOf: (id) => ({ label: id }),
        });
    },
    wait: (minutes: number) => {
      now += minutes * 60_000;
    },
    /** A full sync, begun now. */
    async fullSync() {
      await this.mirror();
      const id = newId('lease');
      await database.db.insert(fullSyncs).values({ id, startedAt: clock(), state: 'complete' });
    },
  };
}

type World = ReturnType<typeof newWorld>;

async function submit(names: readonly string[]): Promise<string[]> {
  const { personId, membership } = viewer;
  const { organizationId, agentId } = membership;
  const rows = names.map((lastName) => ({
    id: newId('submission'),
    personId,
    organizationId,
    agentId,
    schemaVersion: SCHEMA.version,
    createdAt: new Date(),
    answers: { lastName, email: `${lastName}@alder.example` },
  }));
  await database.db.insert(submissions).values(rows);
  return rows.map(({ id }) => id);
}

const rowsOf = (ids: readonly string[]) =>
  database.db
    .select()
    .from(submissions)
    .where(inArray(submissions.id, [...ids]));

async function take(world: World, ids: readonly string[], one: Step): Promise<void> {
  const id = 'which' in one ? ids[one.which % ids.length] : undefined;
  if (one.do === 'send' && id) await world.send(id, one.fate);
  if (one.do === 'confirm' && id) for (let round = 0; round < 3; round += 1) await world.confirm(id);
  if (one.do === 'fullSync') await world.fullSync();
  if (one.do === 'mirror') await world.mirror();
  if (one.do === 'wait') world.wait(one.minutes);
  if (one.do === 'thaw') await world.thaw();
}

/** The faults end, all workers resume, and the worker runs until no work is left. */
async function quieten(world: World, ids: readonly string[]): Promise<void> {
  await world.thaw();
  for (let round = 0; round < 8; round += 1) {
    for (const { id, state } of await rowsOf(ids)) {
      if (state === 'queued' || state === 'sending') await world.send(id, 'answered');
    }
    world.wait(11);
    await world.fullSync();
    for (let round = 0; round < 3; round += 1) for (const id of ids) await world.confirm(id);
  }
}

describe('a submission, whatever happens to it and in whatever order', () => {
  it('ends as exactly one lead, refused without a lead, or with a person; and makes only allowed moves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), async (steps) => {
        const ids = await submit([newId('lease'), newId('lease')]);
        const world = newWorld();
        // Full syncs of an earlier run are in this run's future.
        await database.db.delete(fullSyncs);
        let before = await rowsOf(ids);
        for (const one of steps) {
          await take(world, ids, one);
          const after = await rowsOf(ids);
          for (const { id, state } of after) {
            const from = before.find((row) => row.id === id)?.state ?? 'queued';
            expect([from, ...reachable(from)], `${from} to ${state}`).toContain(state);
          }
          before = after;
        }
        await quieten(world, ids);
        for (const row of await rowsOf(ids)) {
          const made = world.stored.filter(({ lastName }) => lastName === row.answers.lastName);
          expect(['accepted', 'refused', 'review']).toContain(row.state);
          if (row.state === 'accepted') expect(made.map(({ id }) => id)).toEqual([row.leadId]);
          if (row.state === 'refused') expect(made).toEqual([]);
        }
      }),
      { numRuns: runs(60) },
    );
  }, 120_000);
});

/** Every state reachable in any number of allowed moves: one step of the test may contain several. */
function reachable(from: keyof typeof NEXT): string[] {
  const seen = new Set<string>();
  const visit = (state: keyof typeof NEXT) => {
    for (const next of NEXT[state]) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
    }
  };
  visit(from);
  return [...seen];
}
