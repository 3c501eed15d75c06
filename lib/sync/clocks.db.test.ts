import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { heartbeats, jobs } from '@/lib/db/schema/jobs';
import { leadConflicts } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { pendingEdits } from '@/lib/db/schema/timeline';
import { webhookDeliveries } from '@/lib/db/schema/webhooks';
import { claim } from '@/lib/jobs/claim';
import { enqueue } from '@/lib/jobs/enqueue';
import { finishJob } from '@/lib/jobs/finish';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { beat } from '@/lib/worker/heartbeat';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { findJob, silentLog } from '@/tests/support/rows';
import { addDelivery } from '@/tests/support/sync';
import { FULL_SYNC, FULL_SYNC_KEY, runFullSync } from './full-sync';
import { LEAD_REFRESH, refreshLead, requestRefresh } from './refresh';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal({ seedLeads: 7 })]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  const tables = [leads, jobs, fullSyncs, heartbeats, webhookDeliveries, leadConflicts, pendingEdits];
  for (const table of tables) await database.db.delete(table);
});

const mirrored = async (id: string) => (await database.db.select().from(leads).where(eq(leads.id, id)))[0];
/** A lead that existed in the portal before: reads that lag show its old state. */
const seeded = async () => (await portal.vendor<{ id: string }[]>('GET', '/leads'))[0]?.id ?? '';
const create = () =>
  portal.vendor<{ id: string }>('POST', '/leads', { lastName: 'Berg', email: 'b@x.example' });

const PAYLOAD = {
  partnerOrganizationId: HOME.organizationId,
  agentId: HOME.agentIds[0],
  firstName: 'Nils',
  lastName: 'Berg',
  email: 'berg@alder.example',
  platform: 'web-store',
  customFields: { companyName: 'Alder', consent: true },
};

/** One desk whose clock the test sets, and the work of its worker. */
function deskAt(start: Date, host = 'one') {
  const { db } = database;
  let now = start;
  const clock = () => now;
  const taking = async (topic: string) => claim(db, { topics: [topic], limit: 50, lease: 'test', now });
  return {
    now: clock,
    set: (to: Date) => {
      now = to;
    },
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    /** Runs the reads that are due. */
    async refresh(service = portal.newClient()) {
      const claimed = await taking(LEAD_REFRESH);
      for (const job of claimed) {
        const outcome = await refreshLead(db, { service, job, clock, random: 0 });
        await finishJob(db, job, outcome, now);
      }
      return claimed.length;
    },
    /** Runs the full sync if it is due. */
    async fullSync() {
      const [job] = await taking(FULL_SYNC);
      if (!job) return undefined;
      const task = { service: portal.newClient(), job, clock, random: 0, everyMinutes: 15 };
      await finishJob(db, job, await runFullSync(db, task), now);
      const all = await db.select().from(fullSyncs).orderBy(fullSyncs.startedOrder);
      return all.at(-1);
    },
    askFullSync: () => enqueue(db, { topic: FULL_SYNC, key: FULL_SYNC_KEY, runAt: now }),
    deliver: (leadId: string, topic: string, timestamp: Date) =>
      db.transaction(async (tx) => {
        await addDelivery(tx, { topic, leadId, timestamp, receivedAt: now });
        await requestRefresh(tx, { leadId, event: topic, now });
      }),
    beat: (seen?: { count: number; at: Date }) =>
      beat(db, { awayMinutes: 5, log: silentLog, clock, host, secret: null, seen }),
  };
}

describe('a service whose clock is not ours', () => {
  it.each([
    ['nine minutes behind', -9],
    ['ten minutes ahead', 10],
  ])(
    'and is %s: a lead that was just accepted is not treated as deleted while reads lag',
    async (_, minutes) => {
      await portal.vendor('PUT', '/settings', { clockAheadMs: minutes * MINUTE_MS });
      const desk = deskAt(new Date());
      const { db } = database;
      await portal.vendor('PUT', '/faults', { readLagMs: 4_000 });
      const lead = await portal.service.createLead(PAYLOAD);
      if (!lead) throw new Error('it was not made');
      const readStart = await startRead(db, desk.now());
      await applyLead(db, { lead, readStart, labelOf: (id) => ({ label: id }) });
      await desk.deliver(lead.id, 'lead/create', lead.createdAt ?? new Date());
      expect(await desk.refresh()).toBe(1);
      expect((await mirrored(lead.id))?.deletedAt).toBeNull();
      expect(await findJob(db, { topic: LEAD_REFRESH, key: lead.id }), 'it is read again').toBeDefined();
    },
  );

  it.each([
    ['ten minutes ahead', { clockAheadMs: 10 * MINUTE_MS }, {}],
    ['nine minutes behind', { clockAheadMs: -9 * MINUTE_MS }, {}],
    ['without times', {}, { updatedAt: 'absent' }],
  ])('%s: an edit from an event is shown once the reads show it', async (_, settings, shape) => {
    await portal.vendor('PUT', '/settings', settings);
    await portal.vendor('PUT', '/shape', shape);
    const desk = deskAt(new Date());
    const id = await seeded();
    await desk.deliver(id, 'lead/create', new Date(0));
    await desk.refresh();
    await portal.vendor('PUT', '/faults', { readLagMs: 60_000 });
    const lead = await portal.vendor<{ updatedAt: string }>('PATCH', `/leads/${id}`, { status: 'told' });
    await desk.deliver(id, 'lead/update', new Date(lead.updatedAt));
    await desk.refresh();
    desk.pass(4_000);
    await desk.refresh();
    expect((await mirrored(id))?.status).not.toBe('told');
    await portal.vendor('PUT', '/faults', { readLagMs: 0 });
    desk.pass(3_000);
    expect(await desk.refresh()).toBe(1);
    expect((await mirrored(id))?.status).toBe('told');
  });

  it('gives each event its time to be shown, also one received while an earlier one is awaited', async () => {
    const desk = deskAt(new Date());
    const id = await seeded();
    await desk.deliver(id, 'lead/create', new Date(0));
    await desk.refresh();
    await portal.vendor('PUT', '/faults', { readLagMs: 60_000 });
    await desk.deliver(id, 'lead/update', new Date(Date.now() + 1_000));
    for (const ms of [0, 1_000, 5_000, 30_000]) {
      desk.pass(ms);
      await desk.refresh();
    }
    desk.pass(110_000);
    const { updatedAt } = await portal.vendor<{ updatedAt: string }>('PATCH', `/leads/${id}`, {
      status: 'won',
    });
    await desk.deliver(id, 'lead/update', new Date(Date.parse(updatedAt) + 1_000));
    await desk.refresh();
    desk.pass(6_000);
    await desk.refresh();
    await portal.vendor('PUT', '/faults', { readLagMs: 0 });
    desk.pass(30_000);
    await desk.refresh();
    expect((await mirrored(id))?.status).toBe('won');
  });

  it('and which deletes a lead in the second in which it was changed: it is deleted once the reads say so', async () => {
    await portal.vendor('PUT', '/shape', { timestamps: 'seconds' });
    const desk = deskAt(new Date());
    const { id } = await create();
    await desk.deliver(id, 'lead/create', new Date(0));
    await desk.refresh();
    const { updatedAt } = await portal.vendor<{ updatedAt: string }>('PATCH', `/leads/${id}`, {
      status: 'won',
    });
    const changed = await portal.service.readLead(id);
    await portal.vendor('DELETE', `/leads/${id}`);
    await desk.deliver(id, 'lead/delete', new Date(updatedAt));
    await desk.refresh({ ...portal.newClient(), readLead: async () => changed });
    expect((await mirrored(id))?.deletedAt).toBeNull();
    desk.pass(1_500);
    expect(await desk.refresh()).toBe(1);
    expect((await mirrored(id))?.deletedAt).not.toBeNull();
  });
});

describe('a desk whose clock was three hours ahead and is set right', () => {
  const right = new Date();
  const ahead = new Date(right.getTime() + 3 * HOUR_MS);

  async function filled() {
    const desk = deskAt(ahead);
    await desk.askFullSync();
    expect(await desk.fullSync()).toMatchObject({ seen: 7 });
    const [lead] = await database.db.select().from(leads).limit(1);
    if (!lead) throw new Error('the mirror is empty');
    const seen = await desk.beat();
    desk.set(right);
    return { desk, id: lead.id, seen };
  }

  it('shows what is deleted as deleted', async () => {
    const { desk, id } = await filled();
    await portal.vendor('DELETE', `/leads/${id}`);
    await desk.deliver(id, 'lead/delete', new Date());
    await desk.refresh();
    expect((await mirrored(id))?.deletedAt).toEqual(right);
  });

  it('shows what is changed as changed, where the service gives no times', async () => {
    await portal.vendor('PUT', '/shape', { updatedAt: 'absent' });
    const { desk, id } = await filled();
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await desk.deliver(id, 'lead/update', new Date());
    await desk.refresh();
    expect((await mirrored(id))?.status).toBe('won');
  });

  it('finds in a full sync what was deleted without an event', async () => {
    const { desk, id } = await filled();
    await portal.vendor('DELETE', `/leads/${id}`);
    await desk.askFullSync();
    desk.pass(1_000);
    const compared = (await desk.fullSync()) ?? expect.fail('no comparison was made');
    expect(compared).toMatchObject({ state: 'checking', suspects: 1 });
    for (const ms of [1_000, 160_000]) {
      desk.pass(ms);
      await desk.refresh();
    }
    expect((await mirrored(id))?.deletedAt).not.toBeNull();
  });

  it.each([
    ['while it runs', true],
    ['between two runs', false],
  ])('does its recurring work when it is due, not three hours later: set right %s', async (_, isRunning) => {
    const { desk, seen } = await filled();
    desk.pass(16 * MINUTE_MS);
    expect(await desk.fullSync(), 'before it is noticed').toBeUndefined();
    desk.set(right);
    await desk.beat(isRunning ? seen : undefined);
    expect(await desk.fullSync(), 'it is not due yet').toBeUndefined();
    desk.pass(15 * MINUTE_MS + 1_000);
    expect(await desk.fullSync()).toMatchObject({ state: 'complete' });
  });

  it('does not wait three hours for a full sync whose reads were under way, or for a worker that died', async () => {
    const desk = deskAt(ahead);
    const seen = await desk.beat();
    const state = { id: 'checked', state: 'checking', startedAt: ahead, finishedAt: ahead } as const;
    await database.db.insert(fullSyncs).values({ ...state, missing: ['nobody'] });
    await desk.askFullSync();
    await claim(database.db, { topics: [FULL_SYNC], limit: 1, lease: 'dead', now: ahead });
    desk.set(right);
    await desk.beat(seen);
    desk.pass(21_000);
    expect(await desk.fullSync()).toMatchObject({ state: 'complete', seen: 7 });
  });

  it.each([
    ['while it runs', true],
    ['between two runs', false],
  ])(
    'does its work when it is due, though another host was right all the time: set right %s',
    async (_, isRunning) => {
      const [desk, other] = [deskAt(ahead), deskAt(right, 'other')];
      const othersSeen = await other.beat();
      const seen = await desk.beat();
      await desk.askFullSync();
      other.pass(10_000);
      await other.beat(othersSeen);
      desk.set(new Date(right.getTime() + 20_000));
      await desk.beat(isRunning ? seen : undefined);
      expect(await desk.fullSync()).toMatchObject({ state: 'complete' });
    },
  );

  it('repairs the schedule once, however many processes of its host notice', async () => {
    const [one, two] = [deskAt(ahead), deskAt(ahead)];
    const [seenByOne, seenByTwo] = [await one.beat(), await two.beat()];
    one.set(right);
    two.set(right);
    await one.beat(seenByOne);
    const runAt = new Date(right.getTime() + MINUTE_MS);
    await enqueue(database.db, { topic: FULL_SYNC, key: FULL_SYNC_KEY, runAt });
    await two.beat(seenByTwo);
    expect((await findJob(database.db, { topic: FULL_SYNC, key: FULL_SYNC_KEY }))?.runAt).toEqual(runAt);
  });

  it('dates what an admin dismissed while it was ahead to now, and treats nothing open as dismissed', async () => {
    const found = { kind: 'still-there', foundAt: ahead } as const;
    await database.db.insert(leadConflicts).values([
      { ...found, leadId: 'dismissed', dismissedAt: ahead },
      { ...found, leadId: 'open' },
    ]);
    const desk = deskAt(ahead);
    const seen = await desk.beat();
    desk.set(right);
    await desk.beat(seen);
    const rows = await database.db.select().from(leadConflicts).orderBy(leadConflicts.leadId);
    expect(rows).toEqual([
      { ...found, leadId: 'dismissed', foundAt: right, dismissedAt: right },
      { ...found, leadId: 'open', foundAt: right, dismissedAt: null },
    ]);
  });

  it('invents no events', async () => {
    const edit = { leadId: 'edited', personId: 'nobody', fieldIds: [] };
    await database.db.insert(pendingEdits).values({ ...edit, at: ahead });
    const desk = deskAt(ahead);
    const seen = await desk.beat();
    await desk.askFullSync();
    desk.set(right);
    await desk.beat(seen);
    const edits = await database.db.select().from(pendingEdits);
    expect(edits).toMatchObject([{ at: right, savedAt: null, missingAt: null }]);
    const job = await findJob(database.db, { topic: FULL_SYNC, key: FULL_SYNC_KEY });
    expect(job, 'no worker has leased it').toMatchObject({ lease: null, leaseUntil: null });
  });

  it('leaves the schedule alone while other hosts have clocks that are slightly ahead', async () => {
    const desk = deskAt(right);
    const other = deskAt(new Date(right.getTime() + 5_000), 'other');
    const seen = await desk.beat();
    await enqueue(database.db, {
      topic: FULL_SYNC,
      key: FULL_SYNC_KEY,
      runAt: new Date(right.getTime() + MINUTE_MS),
    });
    await other.beat();
    desk.pass(1_000);
    await desk.beat(seen);
    const job = await findJob(database.db, { topic: FULL_SYNC, key: FULL_SYNC_KEY });
    expect(job?.runAt).toEqual(new Date(right.getTime() + MINUTE_MS));
  });
});
