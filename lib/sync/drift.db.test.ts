import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { freshDatabase } from '@/lib/db/testing';
import { openTestPortal, type TestPortal } from '@/lib/portal/testing';
import type { ServiceClient } from '@/lib/service/client';
import type { ServiceLead } from '@/lib/service/lead';
import { sweepsOf } from './testing';

const PAGE = 4;
let database: Database;
let portal: TestPortal;
let world: ReturnType<typeof sweepsOf>;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal({ seedLeads: 3 * PAGE + 1 })]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  world = sweepsOf(database.db);
  await portal.vendor('POST', '/reset');
  await portal.vendor('PUT', '/shape', { paging: 'page', pageSize: PAGE });
  await world.forgetAll();
});

const known = async () =>
  new Set((await database.db.select({ id: leads.id }).from(leads)).map(({ id }) => id));
const remove = (lead: ServiceLead | undefined) => portal.vendor('DELETE', `/leads/${lead?.id}`);

/** The real client; `meanwhile` happens after each page of this number was read, counted over all passes. */
function afterPages(
  pages: readonly number[],
  meanwhile: (leads: ServiceLead[]) => Promise<unknown>,
): ServiceClient {
  const client = portal.newClient();
  let count = 0;
  return {
    ...client,
    async listLeads(asked) {
      const page = await client.listLeads(asked);
      count += 1;
      if (pages.includes(count)) await meanwhile(page.leads);
      return page;
    },
  };
}

/** Whether the mirror has all leads that the portal has. */
async function expectAll(): Promise<void> {
  const there = (await portal.vendor<{ id: string }[]>('GET', '/leads')).map(({ id }) => id);
  const here = await known();
  expect(there.filter((id) => !here.has(id))).toEqual([]);
}

describe('a list in pages that drifts while it is read', () => {
  it('is read again before it counts as complete, and a lead that slipped between two pages is found', async () => {
    await world.run(afterPages([1], ([first]) => remove(first)));
    await expectAll();
    expect(await world.last()).toMatchObject({ passes: 3, slipped: 0 });
  });

  it('is read twice if nothing slipped, and once if it came in one page', async () => {
    await world.run(portal.newClient());
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 2 });
    await portal.vendor('PUT', '/shape', { paging: 'none' });
    await world.run(portal.newClient());
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 1 });
  });

  it('is read once if it counts its leads, and the count says that nothing changed', async () => {
    await portal.vendor('PUT', '/shape', { paging: 'offset' });
    await world.run(portal.newClient());
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 1, total: 3 * PAGE + 1 });
  });

  it('is read again if its own count changed on the way', async () => {
    await portal.vendor('PUT', '/shape', { paging: 'offset' });
    await world.run(afterPages([1], ([first]) => remove(first)));
    await expectAll();
    expect((await world.last())?.passes).toBeGreaterThan(1);
  });

  it('is not complete if each reading of it shows what the one before had missed', async () => {
    const [one, , other] = await portal.vendor<{ id: string }[]>('GET', '/leads');
    const client = portal.newClient();
    let pass = 0;
    const hidden = () => [...(pass < 2 ? [one?.id] : []), ...(pass < 3 ? [other?.id] : [])];
    await world.run({
      ...client,
      async listLeads(asked) {
        if (asked?.next === undefined) pass += 1;
        const page = await client.listLeads(asked);
        return { ...page, leads: page.leads.filter(({ id }) => !hidden().includes(id)) };
      },
    });
    const detail = expect.stringContaining('changed each time');
    expect(await world.last()).toMatchObject({ state: 'incomplete', passes: 3, slipped: 1, detail });
    await expectAll();
  });

  it('counts no lead as missed that is newer than what was known', async () => {
    const made = () => portal.vendor('POST', '/leads', { lastName: 'New', email: 'new@x.example' });
    await world.run(afterPages([5], made));
    await expectAll();
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 2, slipped: 0 });
  });
});
