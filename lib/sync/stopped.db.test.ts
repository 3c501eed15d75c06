import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import { startRead } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { fullSyncsOf } from '@/tests/support/sync';
import { confirmMissing, findStopped } from './stopped';

const SEEDED = 12;
const MISSING = 8;
const ADMIN = { personId: 'per_admin', email: 'robin@vendor.example' };
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
  await fullSync();
  await world.addUnlisted(MISSING);
  await fullSync();
});

const fullSync = () => world.run(portal.newClient());
const confirm = (fullSyncId: string) =>
  confirmMissing(database.db, { fullSyncId, by: ADMIN, now: world.now() });
async function stopped() {
  return (await findStopped(database.db)) ?? expect.fail('no full sync is stopped');
}

describe('a full sync that stopped because too many leads were missing', () => {
  it('stops again each time, until an admin decides', async () => {
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'stopped' });
    const { missing, examples } = await stopped();
    expect(missing).toBe(MISSING);
    expect(examples.map(({ id }) => id)).toContain('unlisted-0');
    expect(await world.suspects()).toEqual([]);
  });

  it('continues when an admin confirms that they are deleted: exactly those are read, and the reads decide', async () => {
    const { fullSyncId } = await stopped();
    expect(await confirm(fullSyncId)).toBe(MISSING);
    expect(await world.suspects()).toHaveLength(MISSING);
    expect(await world.alive(), 'no tombstone without a read').toBe(SEEDED + MISSING);
    await world.readSuspects(portal.newClient());
    expect(await world.alive()).toBe(SEEDED);
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 0 });
    const [entry] = await database.db.select().from(auditLog).where(eq(auditLog.subject, fullSyncId));
    expect(entry).toMatchObject({
      event: 'full-sync.confirmed',
      email: ADMIN.email,
      detail: { leads: MISSING },
    });
  });

  it('deletes nothing that the service still has, whatever the admin said', async () => {
    const [kept] = await portal.vendor<{ id: string }[]>('GET', '/leads');
    await database.db
      .update(leads)
      .set({ readOrder: 0 })
      .where(eq(leads.id, kept?.id ?? ''));
    await confirm((await stopped()).fullSyncId);
    expect(await world.suspects()).toContain(kept?.id);
    await world.readSuspects(portal.newClient());
    expect(await world.alive()).toBe(SEEDED);
  });

  it('is decided once, and not about leads that only a later full sync misses', async () => {
    const { fullSyncId } = await stopped();
    const { order: readOrder } = await startRead(database.db, world.now());
    await database.db.update(leads).set({ readOrder }).where(eq(leads.id, 'unlisted-0'));
    await fullSync();
    expect(await confirm(fullSyncId)).toBe(MISSING - 1);
    expect(await world.suspects()).not.toContain('unlisted-0');
    expect(await confirm(fullSyncId)).toBeUndefined();
  });

  it('needs no decision once a full sync was complete', async () => {
    const { fullSyncId } = await stopped();
    await database.db
      .update(leads)
      .set({ deletedAt: world.now() })
      .where(eq(leads.organizationId, 'org-of-nobody'));
    await fullSync();
    expect(await findStopped(database.db)).toBeUndefined();
    expect(await confirm(fullSyncId)).toBeUndefined();
  });
});

describe('a portal whose times have all gone back, as after a restore or a corrected clock', () => {
  it('is no portal that misses leads: each is read alone, and the admin is asked nothing', async () => {
    await world.forgetAll();
    await fullSync();
    await database.db.update(leads).set({ serviceUpdatedAt: new Date('2030-01-01') });
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: SEEDED });
    expect(await world.suspects()).toHaveLength(SEEDED);
    await world.readSuspects(portal.newClient());
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 0 });
    expect(await world.alive()).toBe(SEEDED);
  });
});
