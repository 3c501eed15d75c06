import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import type { ServiceClient } from '@/lib/service/client';
import { hasFullSyncSince } from '@/lib/submissions/confirm';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { fullSyncsOf } from '@/tests/support/sync';
import { isPageLength, MAY_BE_CUT } from './suspects';

const CAP = 100;
let database: Database;
let portal: TestPortal;
let world: ReturnType<typeof fullSyncsOf>;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal({ seedLeads: CAP + 2 })]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  world = fullSyncsOf(database.db);
  await portal.vendor('POST', '/reset');
  await world.forgetAll();
});

const cap = (listCap: number) => portal.vendor('PUT', '/shape', { listCap });
const fullSync = () => world.run(portal.newClient());

describe('a list that is silently cut after a hundred leads', () => {
  it('counts as read, and no search for a lead relies on it', async () => {
    await cap(CAP);
    for (let fullSyncs = 0; fullSyncs < 2; fullSyncs += 1) {
      await fullSync();
      expect(await world.last()).toMatchObject({ state: 'complete', seen: CAP, detail: MAY_BE_CUT });
    }
    expect(await world.alive()).toBe(CAP);
    expect(await hasFullSyncSince(database.db, { due: new Date(0), order: null })).toBe(false);
  });

  it('is read to its end if its further pages have numbers that it does not name', async () => {
    await portal.vendor('PUT', '/shape', { paging: 'page', pageSize: 50 });
    const client = portal.newClient();
    const silent: ServiceClient = {
      ...client,
      listLeads: async (asked) => {
        const page = await client.listLeads(asked);
        return { ...page, next: undefined, total: undefined, isEndNamed: false };
      },
    };
    await world.run(silent);
    expect(await world.last()).toMatchObject({ state: 'complete', detail: null });
    expect(await world.alive()).toBe(CAP + 2);
    expect(await hasFullSyncSince(database.db, { due: new Date(0), order: null })).toBe(true);
  });

  it('is not complete if it says that there is more, and not where', async () => {
    const client = portal.newClient();
    const listLeads = async () => ({ ...(await client.listLeads()), isCut: true as const });
    await world.run({ ...client, listLeads });
    const detail = expect.stringContaining('says that there are more');
    expect(await world.last()).toMatchObject({ state: 'incomplete', detail });
  });

  it('is proved to be cut by leads that it omits and that reads find', async () => {
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'complete', seen: CAP + 2 });
    await cap(CAP - 1);
    await fullSync();
    expect(await world.last()).toMatchObject({ state: 'checking', suspects: 3 });
    await world.readSuspects(portal.newClient());
    const detail = expect.stringContaining('the list is not complete');
    expect(await world.last()).toMatchObject({ state: 'incomplete', detail });
    expect(await world.alive()).toBe(CAP + 2);
  });

  it('counts as complete again once its length is known not to be a page length', async () => {
    await fullSync();
    const [one, other] = await portal.vendor<{ id: string }[]>('GET', '/leads');
    await portal.vendor('DELETE', `/leads/${one?.id}`);
    await portal.vendor('DELETE', `/leads/${other?.id}`);
    await fullSync();
    await world.readSuspects(portal.newClient());
    expect(await world.last()).toMatchObject({ state: 'complete', seen: CAP });
    expect(await world.alive()).toBe(CAP);
  });

  it('is awaited: no other full sync begins while its reads are under way', async () => {
    await fullSync();
    await cap(CAP - 1);
    await fullSync();
    const before = (await portal.calls('list')).length;
    expect(await fullSync()).toMatchObject({ kind: 'repeat' });
    expect((await portal.calls('list')).length).toBe(before);
  });

  it('does not count if its reads take too long, and the next full sync begins', async () => {
    await fullSync();
    await cap(CAP - 1);
    await fullSync();
    for (let minutes = 0; minutes < 4; minutes += 1) await fullSync();
    const states = (await world.all()).map(({ state }) => state);
    expect(states).toEqual(['complete', 'incomplete', 'checking']);
  });
});

describe('a list with a count of its own', () => {
  it('is not complete if it returns fewer leads than it counts', async () => {
    const client = portal.newClient();
    const counting = (total: number) => ({
      ...client,
      listLeads: async () => ({ ...(await client.listLeads()), isEndNamed: true, total }),
    });
    await world.run(counting(CAP + 3));
    const detail = expect.stringContaining('by its own count');
    expect(await world.last()).toMatchObject({ state: 'incomplete', detail });
    await world.run(counting(CAP + 2));
    expect(await world.last()).toMatchObject({ state: 'complete' });
  });
});

describe('the number of leads on a page', () => {
  it.each([10, 20, 25, 50, 100, 128, 200, 250, 500, 1_000, 2_500, 10_000])('may be %i', (count) => {
    expect(isPageLength(count)).toBe(true);
  });
  it.each([0, 1, 5, 9, 11, 12, 60, 99, 101, 102, 120, 1_234, 12_730])('is hardly %i', (count) => {
    expect(isPageLength(count)).toBe(false);
  });
});
