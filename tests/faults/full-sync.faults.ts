import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { timeline } from '@/lib/db/schema/timeline';
import type { VendorLead } from '@/tests/support/vendor';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import {
  beginFullSync,
  countTombstones,
  fullSyncOnce,
  lapseFullSyncLease,
  untilNoFullSync,
} from './full-sync/full-syncs';
import { type ListRelay, startListRelay } from './full-sync/list-relay';
import { tablesOf } from './submissions/clock';
import { enterLead, isMayas, isOld, readsOf, seenOf, untilSeen } from './webhooks/portal-lead';

/** 60 leads, some of which the tests delete. */
const PAGES = 6;
const PAGE_SIZE = 10;
/** How often a full sync requests an unreadable page before it gives up. */
const TRIES = 3;

describe('full syncs of the lead list', () => {
  let relay: ListRelay;
  let desk: Desk;
  let web: DeskProcess;
  let maya: Agent;
  let admin: Agent;
  beforeAll(async () => {
    relay = await startListRelay();
    desk = await startDesk({
      engine: 'postgres',
      env: { SERVICE_BASE_URL: relay.url },
      prepare: async ({ vendor }) => relay.leadTo(vendor.url),
    });
    web = desk.webs[0] ?? expect.fail('no web process');
    maya = await signIn(desk.door, 'Maya Lindqvist');
    admin = await signIn(desk.door, 'Robin Hale');
  });
  beforeEach(() => untilNoFullSync(desk));
  afterEach(async () => {
    await desk.vendor.setFaults({ listLie: 'none', pageLoop: 'none', holdDeliveries: false });
    await desk.vendor.setShape({ paging: 'none', listEnvelope: 'data' });
    const last = await fullSyncOnce(desk);
    expect(last, 'the service is well again, and so is the full sync').toMatchObject({ state: 'complete' });
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
  afterAll(async () => {
    await desk.stop();
    await relay.close();
  });

  it('row 17: full sync killed at page 3 of 6: it resumes there', async () => {
    const page = 3;
    await desk.vendor.setShape({ paging: 'nextCursor', pageSize: PAGE_SIZE });
    await changeUnnoticed(desk, page);
    const before = await countTombstones(desk);
    const since = await desk.vendor.logSeq();
    const held = relay.holdPage(page);
    const untilEnded = await beginFullSync(desk);
    await held.answered;
    await web.kill();
    held.release();
    expect(await countTombstones(desk), 'a part of the list buries nothing').toBe(before);
    await lapseFullSyncLease(desk);
    await web.start();

    const fullSync = await untilEnded();
    const { length: leadCount } = await desk.vendor.listLeads();
    expect(fullSync).toMatchObject({ state: 'complete', pageCount: 2 * PAGES, seen: leadCount, suspects: 1 });
    const ended = fullSync.finishedAt ?? expect.fail('it has no end');
    const lists = (await desk.vendor.readLog(since)).filter(
      ({ route, at }) => route === 'list' && Date.parse(at) <= ended.getTime(),
    );
    // A list in pages without a count is read twice before it counts as complete.
    expect(lists, 'only the page that was lost is read again').toHaveLength(2 * PAGES + 1);
    await untilQuiet(desk);
    const reads = (await desk.vendor.readLog(since)).filter(({ route }) => route === 'read');
    expect(new Set(reads.map(({ status }) => status)), 'only what is gone is asked for').toEqual(
      new Set([404]),
    );
    expect(await countTombstones(desk)).toBe(before + 1);
  });

  it.each([
    { lie: 'empty', state: 'stopped', detail: /More than 50 of \d+ leads were missing from the list/ },
    { lie: 'half', state: 'stopped', detail: /\b\d\d of \d+ leads were missing from the list/ },
    { lie: 'html', state: 'incomplete', detail: /lead list: / },
  ] as const)(
    'row 18: lying list: $lie buries nobody, and the admin is told',
    async ({ lie, state, detail }) => {
      const before = await countTombstones(desk);
      const since = await desk.vendor.logSeq();
      await desk.vendor.setFaults({ listLie: lie });
      const fullSync = await fullSyncOnce(desk);
      expect(fullSync.state).toBe(state);
      expect(fullSync.detail).toMatch(detail);
      await untilQuiet(desk);
      expect(await readsOf(desk, { since }), 'nobody is suspected').toBe(0);
      expect(await countTombstones(desk)).toBe(before);
      expect((await admin.page('/admin/health')).text).toMatch(detail);
    },
  );

  it.each([
    { pageLoop: 'same-page', paging: 'nextCursor', detail: /pages repeat/ },
    { pageLoop: 'same-page', paging: 'page', detail: /pages repeat/ },
    { pageLoop: 'foreign-next', paging: 'next', detail: /address of another host/ },
    { pageLoop: 'foreign-next', paging: 'link', detail: /address of another host/ },
  ] as const)(
    'row 19: pagination loop: $pageLoop by $paging comes to an end, and to nobody else',
    async ({ pageLoop, paging, detail }) => {
      const before = await countTombstones(desk);
      const since = await desk.vendor.logSeq();
      await desk.vendor.setShape({ paging, pageSize: PAGE_SIZE });
      await desk.vendor.setFaults({ pageLoop });
      const fullSync = await fullSyncOnce(desk);
      expect(fullSync).toMatchObject({ state: 'incomplete', detail: expect.stringMatching(detail) });
      const ended = fullSync.finishedAt ?? expect.fail('it has no end');
      const lists = (await desk.vendor.readLog(since)).filter(
        ({ route, at }) => route === 'list' && Date.parse(at) <= ended.getTime(),
      );
      expect(lists.length, 'the first page, and tries of the second').toBeLessThanOrEqual(1 + TRIES);
      expect(relay.strayCalls(), 'the token stays with the service').toBe(0);
      expect(await countTombstones(desk)).toBe(before);
      expect((await admin.page('/admin/health')).text).toMatch(detail);
    },
  );

  it('row 20: full sync vs webhook race: what a webhook brought stays when an older page is applied after it', async () => {
    const [edited, deleted] = await oldLeadsOf(desk);
    const before = await countTombstones(desk);
    const held = relay.holdPage(1);
    const untilEnded = await beginFullSync(desk);
    await held.answered;
    const to = edited.status === 'won' ? 'lost' : 'won';
    await desk.vendor.changeLead(edited.id, { status: to });
    await desk.vendor.deleteLead(deleted.id);
    const created = await enterLead(desk, 'Row20');
    const all = [
      { id: edited.id, as: to === 'won' ? 'Won' : 'Lost' },
      { id: deleted.id, as: 'deleted' },
      { id: created.id, as: 'Pending' },
    ];
    for (const lead of all) await untilSeen(maya, lead);
    held.release();
    expect(await untilEnded()).toMatchObject({ state: 'complete', repaired: 0 });
    await untilQuiet(desk);
    for (const lead of all) await untilSeen(maya, { ...lead, withinMs: 0 });
    expect(await countTombstones(desk)).toBe(before + 1);
    const moves = await tablesOf(desk)
      .select({ detail: timeline.detail })
      .from(timeline)
      .where(and(eq(timeline.leadId, edited.id), eq(timeline.kind, 'status-changed')));
    expect(moves.at(-1)?.detail.to, 'nobody was told of a way back').toBe(to);
  });

  it('row 21: silent hard delete: a complete full sync and one read make one tombstone', async () => {
    const [lead] = await oldLeadsOf(desk);
    const shown = await seenOf(maya, lead.id);
    expect(shown).not.toBe('deleted');
    const before = await countTombstones(desk);
    await desk.vendor.setFaults({ holdDeliveries: true });
    await desk.vendor.deleteLead(lead.id);
    await desk.vendor.dropDeliveries();
    const since = await desk.vendor.logSeq();
    expect(await seenOf(maya, lead.id), 'nobody was told').toBe(shown);
    expect(await fullSyncOnce(desk)).toMatchObject({ state: 'complete', suspects: 1 });
    await untilSeen(maya, { id: lead.id, as: 'deleted' });
    const reads = (await desk.vendor.readLog(since)).filter(({ route }) => route === 'read');
    expect(reads.map(({ status }) => status)).toEqual([404]);
    expect(await countTombstones(desk)).toBe(before + 1);
  });
});

/** Two leads of Maya that are too old for read lag. */
async function oldLeadsOf({ vendor }: Desk): Promise<[VendorLead, VendorLead]> {
  const [one, other] = (await vendor.listLeads()).filter((lead) => isMayas(lead) && isOld(lead));
  return one && other ? [one, other] : expect.fail('Maya has no two old leads left');
}

/** Changes a lead on the first, a middle and the last page and deletes one, without webhooks. */
async function changeUnnoticed({ vendor }: Desk, value: number): Promise<void> {
  await vendor.setFaults({ holdDeliveries: true });
  const leads = (await vendor.listLeads()).filter(isOld);
  const byAge = leads.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  for (const index of [5, 25, byAge.length - 1]) {
    await vendor.changeLead(byAge[index]?.id ?? expect.fail('too few leads'), { value: 1_000 + value });
  }
  await vendor.deleteLead(byAge[15]?.id ?? expect.fail('too few leads'));
  await vendor.dropDeliveries();
}
