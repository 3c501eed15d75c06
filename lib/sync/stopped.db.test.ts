import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import { startReading } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { sweepsOf } from '@/tests/support/sync';
import { confirmMissing, findStopped } from './stopped';

const SEEDED = 12;
const MISSING = 8;
const ADMIN = { personId: 'per_admin', email: 'robin@vendor.example' };
let database: Database;
let portal: TestPortal;
let world: ReturnType<typeof sweepsOf>;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal({ seedLeads: SEEDED })]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  world = sweepsOf(database.db);
  await portal.vendor('POST', '/reset');
  await world.forgetAll();
  await sweep();
  await world.addUnlisted(MISSING);
  await sweep();
});

const sweep = () => world.run(portal.newClient());
const confirm = (sweepId: string) => confirmMissing(database.db, { sweepId, by: ADMIN, now: world.now() });
async function stopped() {
  return (await findStopped(database.db)) ?? expect.fail('no sweep is stopped');
}

describe('a sweep that stopped because too many leads were missing', () => {
  it('stops again each time, until an admin decides', async () => {
    await sweep();
    expect(await world.last()).toMatchObject({ state: 'stopped' });
    const { missing, examples } = await stopped();
    expect(missing).toBe(MISSING);
    expect(examples.map(({ id }) => id)).toContain('unlisted-0');
    expect(await world.suspects()).toEqual([]);
  });

  it('continues when an admin confirms that they are deleted: exactly those are read, and the reads decide', async () => {
    const { sweepId } = await stopped();
    expect(await confirm(sweepId)).toBe(MISSING);
    expect(await world.suspects()).toHaveLength(MISSING);
    expect(await world.alive(), 'no tombstone without a read').toBe(SEEDED + MISSING);
    await world.readSuspects(portal.newClient());
    expect(await world.alive()).toBe(SEEDED);
    await sweep();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 0 });
    const [entry] = await database.db.select().from(auditLog).where(eq(auditLog.subject, sweepId));
    expect(entry).toMatchObject({ event: 'sweep.confirmed', email: ADMIN.email, detail: { leads: MISSING } });
  });

  it('deletes nothing that the service still has, whatever the admin said', async () => {
    const [kept] = await portal.vendor<{ id: string }[]>('GET', '/leads');
    await database.db
      .update(leads)
      .set({ readOrder: 0 })
      .where(eq(leads.id, kept?.id ?? ''));
    await confirm((await stopped()).sweepId);
    expect(await world.suspects()).toContain(kept?.id);
    await world.readSuspects(portal.newClient());
    expect(await world.alive()).toBe(SEEDED);
  });

  it('is decided once, and not about leads that only a later sweep misses', async () => {
    const { sweepId } = await stopped();
    const { order: readOrder } = await startReading(database.db, world.now());
    await database.db.update(leads).set({ readOrder }).where(eq(leads.id, 'unlisted-0'));
    await sweep();
    expect(await confirm(sweepId)).toBe(MISSING - 1);
    expect(await world.suspects()).not.toContain('unlisted-0');
    expect(await confirm(sweepId)).toBeUndefined();
  });

  it('needs no decision once a sweep was complete', async () => {
    const { sweepId } = await stopped();
    await database.db
      .update(leads)
      .set({ deletedAt: world.now() })
      .where(eq(leads.organizationId, 'org-of-nobody'));
    await sweep();
    expect(await findStopped(database.db)).toBeUndefined();
    expect(await confirm(sweepId)).toBeUndefined();
  });
});

describe('a portal whose times have all gone back, as after a restore or a corrected clock', () => {
  it('is no portal that misses leads: each is read alone, and the admin is asked nothing', async () => {
    await world.forgetAll();
    await sweep();
    await database.db.update(leads).set({ serviceUpdatedAt: new Date('2030-01-01') });
    await sweep();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: SEEDED });
    expect(await world.suspects()).toHaveLength(SEEDED);
    await world.readSuspects(portal.newClient());
    await sweep();
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 0 });
    expect(await world.alive()).toBe(SEEDED);
  });
});
