import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { fullSyncsOf } from '@/tests/support/sync';

const PAGE = 4;
let database: Database;
let portal: TestPortal;
let world: ReturnType<typeof fullSyncsOf>;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal({ seedLeads: 3 * PAGE + 1 })]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  world = fullSyncsOf(database.db);
  await portal.vendor('POST', '/reset');
  await portal.vendor('PUT', '/shape', { paging: 'page', pageSize: PAGE });
  await world.forgetAll();
});

const known = async () =>
  new Set((await database.db.select({ id: leads.id }).from(leads)).map(({ id }) => id));
const remove = (lead: ServiceLead | undefined) => portal.vendor('DELETE', `/leads/${lead?.id}`);

/** The real client; `meanwhile` runs after each page of this number was read, counted over all passes. */
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

/** Expects the mirror to have all leads of the portal. */
async function expectAll(): Promise<void> {
  const there = (await portal.vendor<{ id: string }[]>('GET', '/leads')).map(({ id }) => id);
  const here = await known();
  expect(there.filter((id) => !here.has(id))).toEqual([]);
}

describe('a paged list that drifts while it is read', () => {
  it('is read again before it counts as complete, and a lead that slipped between two pages is found', async () => {
    await world.run(afterPages([1], ([first]) => remove(first)));
    await expectAll();
    expect(await world.last()).toMatchObject({ passes: 3, drifted: 0 });
  });

  it('is read twice if nothing slipped, and once if it has one page', async () => {
    await world.run(portal.newClient());
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 2 });
    await portal.vendor('PUT', '/shape', { paging: 'none' });
    await world.run(portal.newClient());
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 1 });
  });

  it('is read once if it counts its leads, and neither the count nor a lead shows a change', async () => {
    await portal.vendor('PUT', '/shape', { paging: 'offset' });
    await world.run(portal.newClient());
    expect(await world.last(), 'all leads are new').toMatchObject({ state: 'complete', passes: 2 });
    await world.run(portal.newClient());
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 1, total: 3 * PAGE + 1 });
  });

  it('is read again if its own count changed during the pass', async () => {
    await portal.vendor('PUT', '/shape', { paging: 'offset' });
    await world.run(afterPages([1], ([first]) => remove(first)));
    await expectAll();
    expect((await world.last())?.passes).toBeGreaterThan(1);
  });

  it('is not complete if each pass shows leads that the previous one missed', async () => {
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
    expect(await world.last()).toMatchObject({ state: 'incomplete', passes: 3, drifted: 1, detail });
    await expectAll();
  });

  it('counts no lead as missed that is newer than what was known', async () => {
    const made = () => portal.vendor('POST', '/leads', { lastName: 'New', email: 'new@x.example' });
    await world.run(afterPages([5], made));
    await expectAll();
    expect(await world.last()).toMatchObject({ state: 'complete', passes: 2, drifted: 0 });
  });

  describe('and whose count stays the same', () => {
    /** The list in the order that the test keeps, counted; `meanwhile` runs after its first page was read. */
    async function inOrder(meanwhile: (order: ServiceLead[]) => unknown) {
      await portal.vendor('PUT', '/shape', { paging: 'none' });
      const client = portal.newClient();
      const order = (await client.listLeads()).leads;
      let isOver = false;
      const listLeads: ServiceClient['listLeads'] = async (asked) => {
        const first = Number(asked?.next ?? 0);
        const next = first + PAGE < order.length ? String(first + PAGE) : undefined;
        const page = { leads: order.slice(first, first + PAGE), next, total: order.length };
        if (!isOver) await meanwhile(order);
        isOver = true;
        return { ...page, unreadable: 0, deleted: 0, lacks: [], isEndNamed: true };
      };
      return { service: { ...client, listLeads }, order };
    }
    /** All leads are known except this one. */
    async function knowAllBut({ id }: Pick<ServiceLead, 'id'>) {
      await portal.vendor('PUT', '/shape', { paging: 'none' });
      await world.run(portal.newClient());
      await database.db.delete(leads).where(eq(leads.id, id));
    }

    it('is read again if a lead that changed moved to its end, and another slipped into its place', async () => {
      const { service, order } = await inOrder((all) => all.push(...all.splice(1, 1)));
      const slips = order[PAGE] ?? expect.fail('the list has one page');
      await knowAllBut(slips);
      await world.run(service);
      expect((await known()).has(slips.id)).toBe(true);
      expect(await world.last()).toMatchObject({ state: 'complete', drifted: 0 });
      expect((await world.last())?.passes).toBeGreaterThan(1);
    });

    it('is read again if a lead that changed moved to its beginning before it was read', async () => {
      const { service, order } = await inOrder((all) => all.unshift(...all.splice(-1, 1)));
      const moves = order.at(-1) ?? expect.fail('the list is empty');
      await knowAllBut(moves);
      await world.run(service);
      expect((await known()).has(moves.id)).toBe(true);
    });

    it.each([
      ['arrives with the list', false],
      ['was reported by an event', true],
    ])(
      'is read again if one lead was deleted without an event and another was added that %s',
      async (_, isVisibleNotice) => {
        let made: ServiceLead | undefined;
        const { service, order } = await inOrder(async (all) => {
          all.splice(1, 1);
          if (!made) return;
          all.push(made);
          const readStart = await startRead(database.db, world.now());
          if (isVisibleNotice)
            await applyLead(database.db, { lead: made, readStart, labelOf: (id) => ({ label: id }) });
        });
        made = order.pop() ?? expect.fail('the list is empty');
        const slips = order[PAGE] ?? expect.fail('the list has one page');
        await knowAllBut(slips);
        await database.db.delete(leads).where(eq(leads.id, made.id));
        await world.run(service);
        expect((await known()).has(slips.id)).toBe(true);
        expect((await world.last())?.passes).toBeGreaterThan(1);
      },
    );
  });
});
