import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import type { ServiceClient } from '@/lib/service/client';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { claimedJob, fullSyncsOf } from '@/tests/support/sync';
import { LEAD_REFRESH, refreshLead } from './refresh';

const SEEDED = 12;
/** A status too long for any index, and too random to be compressed: the lead cannot be stored. */
const UNKEEPABLE = randomBytes(6_000).toString('hex');

let database: Database;
let portal: TestPortal;
let world: ReturnType<typeof fullSyncsOf>;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal({ seedLeads: SEEDED })]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  world = fullSyncsOf(database.db);
  await portal.vendor('POST', '/reset');
  await world.forgetAll();
});

const fullSync = (service: ServiceClient = portal.newClient()) => world.run(service);
const quarantined = () => database.db.select().from(quarantinedLeads);
const held = async (id: string) => (await database.db.select().from(leads).where(eq(leads.id, id)))[0];
const change = (id: string, changes: object) => portal.vendor('PATCH', `/leads/${id}`, changes);
const listed = async () => (await portal.newClient().listLeads()).leads.map(({ id }) => id);
async function firstListed() {
  const [id] = await listed();
  if (!id) throw new Error('the list is empty');
  return id;
}

function refresh(id: string) {
  const job = claimedJob({ topic: LEAD_REFRESH, key: id, payload: { event: 'lead/update' } });
  return refreshLead(database.db, { service: portal.newClient(), job, clock: () => world.now(), random: 0 });
}

/** The real client, with an altered list. */
function listing(alter: (lead: Record<string, unknown>, index: number) => unknown): ServiceClient {
  const client = portal.newClient();
  return {
    ...client,
    async listLeads(asked) {
      const page = await client.listLeads(asked);
      return {
        ...page,
        leads: page.leads.map((lead, index) => ({ ...lead, ...(alter(lead, index) as object) })),
      };
    },
  };
}

describe('a change whose text is cut within an emoji', () => {
  it('is recorded, and the full sync continues: from text to text, and in a list of texts', async () => {
    await fullSync();
    const id = await firstListed();
    await change(id, { firstName: `${'x'.repeat(199)}😀 and more` });
    expect(await fullSync()).toEqual(world.inFifteenMinutes());
    expect(await world.last()).toMatchObject({ state: 'complete', repaired: 1, quarantined: 0 });
    const entries = await database.db.select().from(timeline).where(eq(timeline.leadId, id));
    const values = entries.flatMap(({ detail }) => detail.fields ?? []).map(({ to }) => to);
    expect(values).toContain(`${'x'.repeat(199)}😀`);
  });

  it('is read when a webhook reports it', async () => {
    await fullSync();
    const id = await firstListed();
    await change(id, { lastName: '😀'.repeat(200) });
    expect(await refresh(id)).toEqual({ kind: 'done' });
    expect((await held(id))?.lastName).toBe('😀'.repeat(200));
  });
});

describe('a lead that cannot be stored', () => {
  it('stops no full sync: it is quarantined and counted, and all others are applied', async () => {
    const id = await firstListed();
    await change(id, { status: UNKEEPABLE });
    expect(await fullSync()).toEqual(world.inFifteenMinutes());
    expect(await world.last()).toMatchObject({
      seen: SEEDED,
      repaired: SEEDED - 1,
      quarantined: 1,
      suspects: 0,
    });
    expect(await world.alive()).toBe(SEEDED - 1);
    const at = world.now();
    expect(await quarantined()).toMatchObject([
      { leadId: id, reason: '54000', count: 1, firstAt: at, lastAt: at },
    ]);
  });

  it('is retried at the next full sync, and forgotten once it can be applied', async () => {
    const id = await firstListed();
    await change(id, { status: UNKEEPABLE });
    await fullSync();
    await fullSync();
    expect(await quarantined()).toMatchObject([{ leadId: id, count: 2, lastAt: world.now() }]);
    await change(id, { status: 'won' });
    await fullSync();
    expect(await quarantined()).toEqual([]);
    expect(await held(id)).toMatchObject({ status: 'won' });
    expect(await world.last()).toMatchObject({ state: 'complete', quarantined: 0 });
  });

  it('is forgotten when the portal deletes it', async () => {
    const id = await firstListed();
    await change(id, { status: UNKEEPABLE });
    await fullSync();
    await portal.vendor('DELETE', `/leads/${id}`);
    await fullSync();
    expect(await quarantined()).toEqual([]);
  });

  it('does not make its refresh fail endlessly', async () => {
    await fullSync();
    const id = await firstListed();
    await change(id, { status: UNKEEPABLE });
    expect(await refresh(id)).toEqual({ kind: 'done' });
    expect(await quarantined()).toMatchObject([{ leadId: id }]);
    await change(id, { status: 'won' });
    await refresh(id);
    expect(await quarantined()).toEqual([]);
  });

  it('is not a missing lead, however many there are', async () => {
    await fullSync();
    for (const id of await listed()) await change(id, { status: UNKEEPABLE });
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', quarantined: SEEDED, suspects: 0 });
    expect(await world.suspects()).toEqual([]);
    expect(await world.alive()).toBe(SEEDED);
  });

  it('keeps a full sync from counting as complete while it may be the lead of an unclear submission', async () => {
    const id = await firstListed();
    await change(id, { status: UNKEEPABLE });
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'incomplete', detail: expect.any(String) });
    const longAgo = new Date(world.now().getTime() - 25 * 3_600_000);
    await database.db.update(quarantinedLeads).set({ firstAt: longAgo });
    await fullSync();
    expect(await world.last(), 'a day later it no longer does').toMatchObject({
      state: 'complete',
      quarantined: 1,
    });
  });

  it.each([
    ['a number too long for any index', () => ({ id: UNKEEPABLE })],
    ['an owner longer than a hint to browsers', () => ({ organizationId: UNKEEPABLE })],
    ['an invalid time', () => ({ createdAt: new Date(Number.NaN) })],
    ['text with a NUL, should one come through', () => ({ lastName: 'a\0b' })],
  ])('may be unstorable for any reason: %s', async (_, poison) => {
    await fullSync(listing((_lead, index) => (index === 3 ? poison() : {})));
    expect(await world.last()).toMatchObject({ seen: SEEDED, repaired: SEEDED - 1, quarantined: 1 });
    expect(await world.alive()).toBe(SEEDED - 1);
  });
});
