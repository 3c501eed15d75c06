import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { fullSyncsOf } from '@/tests/support/sync';

const SEEDED = 12;
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

const fullSync = () => world.run(portal.newClient());
const shape = (changes: object) => portal.vendor('PUT', '/shape', changes);
async function firstLead() {
  const [first] = await database.db.select().from(leads).limit(1);
  if (!first) throw new Error('the mirror is empty');
  return first;
}

describe('a full sync', () => {
  it('repairs everything that webhooks missed, and reports how much', async () => {
    expect(await fullSync()).toEqual(world.inFifteenMinutes());
    expect(await world.alive()).toBe(SEEDED);
    expect(await world.last()).toMatchObject({ state: 'complete', seen: SEEDED, repaired: SEEDED });
    const { id } = await firstLead();
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'synced' });
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', seen: SEEDED, repaired: 1, suspects: 0 });
  });

  it('without changes confirms each lead and records nothing else', async () => {
    await fullSync();
    const before = await database.db.$count(timeline);
    await fullSync();
    expect(await database.db.$count(leads, eq(leads.confirmedAt, world.now()))).toBe(SEEDED);
    expect(await database.db.$count(leads, eq(leads.readStartedAt, world.now()))).toBe(SEEDED);
    expect(await database.db.$count(timeline)).toBe(before);
    expect(await world.last()).toMatchObject({ repaired: 0 });
  });

  it('restores a lead that was wrongly deleted: the list requests a read, and the read decides', async () => {
    await fullSync();
    const { id } = await firstLead();
    await database.db.update(leads).set({ deletedAt: world.now() }).where(eq(leads.id, id));
    await fullSync();
    expect(await world.suspects()).toEqual([id]);
    expect(await world.alive()).toBe(SEEDED - 1);
    await world.readSuspects(portal.newClient());
    expect(await world.alive()).toBe(SEEDED);
    expect(await world.last()).toMatchObject({ repaired: 1 });
  });

  it.each(['link', 'next', 'nextCursor', 'page', 'offset'])(
    'reads every page, whatever names the next one: %s',
    async (paging) => {
      await shape({ paging, pageSize: 5 });
      await fullSync();
      expect(await world.last()).toMatchObject({
        state: 'complete',
        seen: SEEDED,
        passes: 2,
        pageCount: 6,
      });
    },
  );

  it('reads for a few seconds and continues in its next run, so that a shutdown need not wait for all of it', async () => {
    await shape({ paging: 'nextCursor', pageSize: 2 });
    const client = portal.newClient();
    expect(await world.run(client, { secondsPerLook: 1 })).toMatchObject({ kind: 'repeat' });
    const begun = await world.last();
    expect(begun).toMatchObject({ state: 'running', suspects: 0 });
    expect(begun?.pageCount).toBeLessThan(3);
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', pageCount: 12, seen: SEEDED });
    expect(await database.db.$count(fullSyncs)).toBe(1);
  });
});

describe('leads that a complete list omits', () => {
  it('are read one by one, and the full sync itself deletes none', async () => {
    await fullSync();
    await world.addUnlisted(3);
    expect(await fullSync()).toEqual(world.inFifteenMinutes());
    expect(await world.last()).toMatchObject({ state: 'checking', suspects: 3 });
    expect(await world.suspects()).toEqual(['unlisted-0', 'unlisted-1', 'unlisted-2']);
    expect(await world.alive()).toBe(SEEDED + 3);
  });

  it('get a tombstone from that read if they are deleted, which counts as repaired by the full sync', async () => {
    await fullSync();
    const { id } = await firstLead();
    await portal.vendor('DELETE', `/leads/${id}`);
    await fullSync();
    expect(await world.suspects()).toEqual([id]);
    await world.readSuspects(portal.newClient());
    expect(await world.alive()).toBe(SEEDED - 1);
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 1, repaired: 1 });
    await fullSync();
    expect(await world.last()).toMatchObject({ suspects: 0, repaired: 0 });
  });

  it('are not suspected if they were confirmed while it ran', async () => {
    await shape({ paging: 'nextCursor', pageSize: 2 });
    await world.run(portal.newClient(), { secondsPerLook: 2 });
    await world.addUnlisted(1);
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 0 });
  });
});

describe('a list that lags behind', () => {
  it('restores no deleted lead, full sync after full sync, and requests fewer and fewer reads of it', async () => {
    await fullSync();
    const { id } = await firstLead();
    await portal.vendor('PUT', '/faults', { listLagMs: 60_000 });
    await portal.vendor('DELETE', `/leads/${id}`);
    await tombstoneLead(database.db, { leadId: id, readStart: await startRead(database.db, world.now()) });
    let reads = 0;
    for (let fullSyncs = 0; fullSyncs < 12; fullSyncs += 1) {
      await fullSync();
      reads += (await world.suspects()).length;
      await world.readSuspects(portal.newClient());
      expect(await world.alive()).toBe(SEEDED - 1);
    }
    expect(reads).toBeGreaterThanOrEqual(2);
    expect(reads).toBeLessThanOrEqual(6);
  });

  it('keeps no lead that was never read here', async () => {
    const [first] = (await portal.newClient().listLeads()).leads;
    await portal.vendor('PUT', '/faults', { listLagMs: 60_000 });
    await portal.vendor('DELETE', `/leads/${first?.id}`);
    await tombstoneLead(database.db, {
      leadId: first?.id ?? '',
      readStart: await startRead(database.db, world.now()),
    });
    await fullSync();
    await world.readSuspects(portal.newClient());
    expect(await world.alive()).toBe(SEEDED - 1);
  });
});

describe('a service that was restored from a backup', () => {
  it('is trusted after a complete full sync and a much later read that agrees with it', async () => {
    await fullSync();
    const { id, status, serviceUpdatedAt } = await firstLead();
    const newer = new Date((serviceUpdatedAt?.getTime() ?? 0) + 60_000);
    await database.db
      .update(leads)
      .set({ status: 'lost again', serviceUpdatedAt: newer })
      .where(eq(leads.id, id));
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 1, repaired: 0 });
    expect((await database.db.select().from(leads).where(eq(leads.id, id)))[0]?.status).toBe('lost again');
    await world.readSuspects(portal.newClient());
    const [restored] = await database.db.select().from(leads).where(eq(leads.id, id));
    expect(restored).toMatchObject({ status, serviceUpdatedAt });
    expect(await world.last()).toMatchObject({ repaired: 1 });
  });
});
