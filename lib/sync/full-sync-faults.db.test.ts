import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import type { ServiceClient } from '@/lib/service/client';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { claimedJob, fullSyncsOf } from '@/tests/support/sync';
import { LEAD_REFRESH, refreshLead } from './refresh';

const SEEDED = 12;
const PAGES = 3;
/** In several pages and without a count of its own, the list is read twice. */
const PASSES = 2;
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
  await portal.vendor('PUT', '/shape', { paging: 'nextCursor', pageSize: SEEDED / PAGES });
  await world.forgetAll();
});

const fullSync = (service: ServiceClient = portal.newClient()) => world.run(service);
const lead = async (id: string) => (await database.db.select().from(leads).where(eq(leads.id, id)))[0];

/** The real client; `meanwhile` runs after page number `page` was read and before it is applied. */
function withEvent(page: number, meanwhile: (ids: string[]) => Promise<unknown>): ServiceClient {
  const client = portal.newClient();
  let count = 0;
  return {
    ...client,
    async listLeads(asked) {
      const response = await client.listLeads(asked);
      count += 1;
      if (count === page) await meanwhile(response.leads.map(({ id }) => id));
      return response;
    },
  };
}

describe('a full sync that is killed', () => {
  it.each([1, PAGES, PAGES + 1, PASSES * PAGES])(
    'at page %i continues from its checkpoint, and part of the list never causes a tombstone',
    async (page) => {
      await world.addUnlisted(1);
      const killed = fullSync(withEvent(page, () => Promise.reject(new Error('killed'))));
      await expect(killed).rejects.toThrow('killed');
      expect(await world.last()).toMatchObject({ state: 'running', pageCount: page - 1, suspects: 0 });
      expect(await world.suspects()).toEqual([]);
      const before = (await portal.calls('list')).length;
      expect(await fullSync()).toEqual(world.inFifteenMinutes());
      expect((await portal.calls('list')).length - before).toBe(PASSES * PAGES - page + 1);
      expect(await world.last()).toMatchObject({
        state: 'checking',
        seen: SEEDED,
        pageCount: PASSES * PAGES,
        passes: PASSES,
      });
      expect(await world.suspects()).toEqual(['unlisted-0']);
    },
  );

  it('continues after an outage of the service, and requests no more than it allows', async () => {
    await world.run(portal.newClient(), { secondsPerLook: 2 });
    await portal.vendor('PUT', '/faults', { rateLimitedRate: 1, onlyRoutes: ['list'] });
    const limited = await fullSync();
    expect(limited).toMatchObject({ kind: 'again', reason: expect.stringContaining('rate-limited') });
    const waits = limited.kind === 'again' ? limited.at.getTime() - world.now().getTime() : 0;
    expect(waits, 'the service asked for a second').toBeGreaterThanOrEqual(1_000);
    await portal.vendor('PUT', '/faults', { rateLimitedRate: 0 });
    expect(await fullSync()).toEqual(world.inFifteenMinutes());
    expect(await world.last()).toMatchObject({ state: 'complete', pageCount: PASSES * PAGES });
  });

  it.each(['message', 'text', 'html', 'empty'])(
    'starts over when the service twice refuses its checkpoint with a response of the form %s',
    async (errorBody) => {
      await portal.vendor('PUT', '/shape', { errorBody });
      await world.run(portal.newClient(), { secondsPerLook: 2 });
      await database.db.update(fullSyncs).set({ checkpoint: '?cursor=expired' });
      expect(await fullSync()).toMatchObject({ kind: 'again' });
      expect(await world.last()).toMatchObject({ state: 'running' });
      expect(await world.run(portal.newClient(), { attempts: 2 })).toMatchObject({ kind: 'again' });
      expect(await world.last()).toMatchObject({
        state: 'incomplete',
        detail: expect.stringContaining('400'),
      });
      expect(await fullSync()).toEqual(world.inFifteenMinutes());
      expect(await world.last()).toMatchObject({ state: 'complete', seen: SEEDED });
    },
  );

  it('starts over when only its checkpoint cannot be answered, and waits for the service at the first page', async () => {
    await world.run(portal.newClient(), { secondsPerLook: 2 });
    await portal.vendor('PUT', '/faults', { errorRate: 1, errorStatus: 500, onlyRoutes: ['list'] });
    for (const attempts of [1, 2, 3]) await world.run(portal.newClient(), { attempts });
    expect(await world.last()).toMatchObject({ state: 'incomplete', detail: expect.stringContaining('500') });
    await world.run(portal.newClient(), { attempts: 4 });
    await world.run(portal.newClient(), { attempts: 5 });
    expect(await world.last()).toMatchObject({ state: 'running', pageCount: 0 });
    expect(await world.all()).toHaveLength(2);
    await portal.vendor('PUT', '/faults', { errorRate: 0 });
    expect(await fullSync()).toEqual(world.inFifteenMinutes());
  });

  it('starts over after more than a day: what it read is outdated by then', async () => {
    await world.run(portal.newClient(), { secondsPerLook: 2 });
    await database.db.update(fullSyncs).set({ startedAt: new Date(world.now().getTime() - 25 * 3_600_000) });
    await fullSync();
    const [last, former] = await database.db.select().from(fullSyncs).orderBy(desc(fullSyncs.startedAt));
    expect(last).toMatchObject({ state: 'complete', seen: SEEDED });
    expect(former).toMatchObject({ state: 'incomplete' });
  });
});

describe('a worker that was frozen and resumes', () => {
  it.each([
    ['in the middle', 2],
    ['at the last page of the first pass', PAGES],
    ['at the very last page', PASSES * PAGES],
  ])('%s of a full sync that another worker has finished changes nothing', async (_, page) => {
    await world.addUnlisted(1);
    const frozen = withEvent(page, async () => {
      await fullSync();
      await world.readSuspects(portal.newClient());
    });
    expect(await fullSync(frozen)).toMatchObject({ kind: 'repeat' });
    expect(await database.db.select().from(fullSyncs)).toMatchObject([
      { state: 'complete', pageCount: PASSES * PAGES, seen: SEEDED, suspects: 1 },
    ]);
    expect(await world.suspects()).toEqual([]);
  });

  it('to an unreadable response does not end the full sync that another worker continues', async () => {
    const client = portal.newClient();
    const frozen: ServiceClient = {
      ...client,
      async listLeads() {
        await world.run(portal.newClient(), { secondsPerLook: 2 });
        return client.listLeads({ next: '?cursor=expired' });
      },
    };
    expect(await fullSync(frozen)).toMatchObject({ kind: 'again' });
    expect(await world.last()).toMatchObject({ state: 'running' });
  });

  it('while another worker begins one: there is one full sync', async () => {
    const held = portal.newClient();
    await Promise.all([fullSync(held), fullSync(portal.newClient())]);
    await fullSync();
    expect((await database.db.select().from(fullSyncs)).filter(({ state }) => state === 'running')).toEqual(
      [],
    );
  });
});

describe('a page that was read before a webhook and is applied after it', () => {
  const refresh = (id: string) => {
    const clock = () => new Date(world.now().getTime() + 1);
    const job = claimedJob({
      topic: LEAD_REFRESH,
      key: id,
      payload: { event: 'lead/delete' },
      requestedAt: clock(),
    });
    return refreshLead(database.db, { service: portal.newClient(), job, clock, random: 0 });
  };

  it.each(['milliseconds', 'seconds'])('does not undo the edit: times in %s', async (timestamps) => {
    await portal.vendor('PUT', '/shape', { timestamps });
    await fullSync();
    let edited = '';
    const racing = withEvent(1, async ([id = '']) => {
      edited = id;
      await portal.vendor('PATCH', `/leads/${id}`, { status: 'first' });
      await portal.vendor('PATCH', `/leads/${id}`, { status: 'second' });
      await refresh(id);
    });
    await fullSync(racing);
    expect((await lead(edited))?.status).toBe('second');
    expect(await world.last()).toMatchObject({ state: 'complete', suspects: 0 });
  });

  it('does not restore what was deleted', async () => {
    await fullSync();
    let deleted = '';
    const racing = withEvent(1, async ([id = '']) => {
      deleted = id;
      await portal.vendor('DELETE', `/leads/${id}`);
      await refresh(id);
    });
    await fullSync(racing);
    expect((await lead(deleted))?.deletedAt).not.toBeNull();
  });
});
