import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { getOmittedFields } from '@/lib/leads/partial-rows';
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
  // Forget what is known of the portal's list.
  await database.db.delete(deskSettings);
  await database.db.delete(timeline);
});

const shape = (listRows: string) => portal.vendor('PUT', '/shape', { listRows });
const fullSync = () => world.run(portal.newClient());
const readAll = () => world.readSuspects(portal.newClient());
const held = () => database.db.select().from(leads).orderBy(leads.id);
const history = () => database.db.select().from(timeline).orderBy(timeline.id);
const isFull = ({ record, email }: { record: { custom: object }; email: string }) =>
  email !== '' && Object.keys(record.custom).length > 0;

/** What the desk shows of every lead, once each was read individually. */
async function readSingly() {
  await shape('full');
  await fullSync();
  await database.db.update(leads).set({ needsRead: true });
  await fullSync();
  await readAll();
  return (await held()).map(({ id, record, email }) => ({ id, record, email }));
}
const shown = async () => (await held()).map(({ id, record, email }) => ({ id, record, email }));
async function one() {
  const [first] = await held();
  if (!first) throw new Error('the mirror is empty');
  return first;
}

describe.each(['few-custom', 'names-only'])('a list with rows of the shape %s', (rows) => {
  it('removes nothing from leads that are known', async () => {
    const before = await readSingly();
    const entries = await history();
    await shape(rows);
    // Until a list that omits some custom fields of each lead is known to, others seem to have been
    // emptied.
    await fullSync();
    await readAll();
    for (let fullSyncs = 0; fullSyncs < 3; fullSyncs += 1) {
      await fullSync();
      expect(await world.suspects(), 'where nothing changed, nothing is read').toEqual([]);
    }
    expect(await shown()).toEqual(before);
    expect(await history()).toEqual(entries);
    expect(await world.last()).toMatchObject({ state: 'complete', seen: SEEDED, repaired: 0 });
  });

  it('has every lead that first appears in it read individually, and records no history of that', async () => {
    await shape(rows);
    for (let fullSyncs = 0; fullSyncs < 3; fullSyncs += 1) {
      await fullSync();
      await readAll();
    }
    expect((await held()).filter(isFull)).toHaveLength(SEEDED);
    expect((await history()).map(({ kind }) => kind)).toEqual(Array(SEEDED).fill('first-seen'));
    expect((await history()).filter(({ organizationId }) => !organizationId)).toEqual([]);
    expect(await getOmittedFields(database.db)).not.toEqual([]);
    await fullSync();
    expect(await world.suspects()).toEqual([]);
    expect(await world.last()).toMatchObject({ state: 'complete', seen: SEEDED });
  });

  it('has a changed lead read, so that omitted fields are as new as those shown', async () => {
    await readSingly();
    await shape(rows);
    await fullSync();
    await readAll();
    const { id } = await one();
    const changes = { lastName: 'Changed', email: 'changed@x.example' };
    await portal.vendor('PATCH', `/leads/${id}`, changes);
    await fullSync();
    expect(await world.suspects()).toEqual([id]);
    await readAll();
    expect(await one()).toMatchObject(changes);
    await fullSync();
    expect(await world.suspects()).toEqual([]);
  });
});

describe('a list of which nothing is known', () => {
  it('has a few leads read, learns that it omits nothing, and has no more read', async () => {
    await fullSync();
    expect(await world.suspects()).toHaveLength(3);
    expect(await getOmittedFields(database.db)).toBeUndefined();
    await readAll();
    expect(await getOmittedFields(database.db)).toEqual([]);
    await fullSync();
    expect(await world.suspects()).toEqual([]);
    expect((await history()).map(({ kind }) => kind)).toEqual(Array(SEEDED).fill('first-seen'));
  });

  it('does not count as complete while a recently added lead is known in part', async () => {
    await shape('no-email');
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'checking' });
    await readAll();
    expect(await world.last()).toMatchObject({ state: 'complete' });
  });
});

describe('a field that a row omits', () => {
  it('and that others on its page have may have been emptied: the lead is read', async () => {
    await readSingly();
    const { id } = await one();
    await portal.vendor('PATCH', `/leads/${id}`, { customFields: {}, email: null }).catch(() => undefined);
    const cleared = await one();
    const record = {
      ...cleared.record,
      standard: { ...cleared.record.standard, firstName: 'x', odd: 'kept' },
    };
    await database.db.update(leads).set({ record }).where(eq(leads.id, id));
    await fullSync();
    expect((await world.suspects()).filter((lead) => lead === id)).toHaveLength(1);
    await readAll();
    expect((await one()).record.standard).not.toHaveProperty('odd');
  });
});
