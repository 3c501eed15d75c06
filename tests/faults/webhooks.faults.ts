import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { delivererOf, type Notice } from '../support/desk/deliver';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { passMinutesForLeads, untilQuiet } from '../support/desk/quiet';
import { enterLead, heldNotices, noticeOf, readsOf, rowOf, seenOf, untilSeen } from './webhooks/portal-lead';

const ORDERS = [
  ['lead/create', 'lead/update', 'lead/delete'],
  ['lead/create', 'lead/delete', 'lead/update'],
  ['lead/update', 'lead/create', 'lead/delete'],
  ['lead/update', 'lead/delete', 'lead/create'],
  ['lead/delete', 'lead/create', 'lead/update'],
  ['lead/delete', 'lead/update', 'lead/create'],
] as const;

/** Longer than all rereads of a lead that may only lag. */
const ALL_LOOKS = 4;

/** Promises about deliveries that come twice, late or in another order. */
describe('deliveries to a desk', () => {
  let desk: Desk;
  let maya: Agent;
  let deliver: ReturnType<typeof delivererOf>;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1 });
    maya = await signIn(desk.door, 'Maya Lindqvist');
    deliver = delivererOf(desk);
  });
  afterEach(async () => {
    await desk.vendor.setFaults({ holdDeliveries: false });
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
  afterAll(() => desk.stop());

  it('row 1: duplicate delivery: 50 parallel copies are 50 times 200, one row and at most two reads', async () => {
    const lead = await enterLead(desk, 'Row1');
    await untilSeen(maya, { id: lead.id, as: 'Pending' });
    await untilQuiet(desk);
    const since = await desk.vendor.logSeq();
    const notice = noticeOf(lead);
    const receipts = await Promise.all(
      Array.from({ length: 50 }, (_, copy) =>
        deliver(desk.webs[copy % desk.webs.length] ?? desk.door, notice),
      ),
    );
    expect(receipts.map(({ status }) => status)).toEqual(Array(50).fill(200));
    await untilQuiet(desk);
    const reads = await readsOf(desk, { id: lead.id, since });
    expect(reads).toBeGreaterThanOrEqual(1);
    expect(reads).toBeLessThanOrEqual(2);
    expect(await rowOf(desk, notice)).toEqual({ count: 50 });
  });

  it('row 2: reordered delivery: create, update and delete end the same in all six orders', async () => {
    const leads = await Promise.all(ORDERS.map((_, index) => enterLead(desk, `Row2-${index}`)));
    for (const { id } of leads) await untilSeen(maya, { id, as: 'Pending' });
    await desk.vendor.setFaults({ holdDeliveries: true });
    for (const { id } of leads) {
      await desk.vendor.changeLead(id, { status: 'won' });
      await desk.vendor.deleteLead(id);
    }
    for (const [index, order] of ORDERS.entries()) {
      const { id = '', createdAt = '' } = leads[index] ?? {};
      const events: Notice[] = [
        { id, topic: 'lead/create', timestamp: createdAt },
        ...(await heldNotices(desk, id)),
      ];
      for (const topic of order) {
        const notice = events.find((one) => one.topic === topic) ?? expect.fail(`no ${topic}`);
        expect((await deliver(desk.door, notice)).status).toBe(200);
      }
    }
    await desk.vendor.dropDeliveries();
    await untilQuiet(desk);
    expect(await Promise.all(leads.map(({ id }) => seenOf(maya, id)))).toEqual(ORDERS.map(() => 'deleted'));
  });

  it('row 9: late update after delete: a deleted lead does not come back', async () => {
    const lead = await enterLead(desk, 'Row9');
    await untilSeen(maya, { id: lead.id, as: 'Pending' });
    await desk.vendor.deleteLead(lead.id);
    await untilSeen(maya, { id: lead.id, as: 'deleted' });
    expect((await deliver(desk.door, noticeOf(lead))).status).toBe(200);
    await untilQuiet(desk);
    await passMinutesForLeads(desk, ALL_LOOKS);
    await untilQuiet(desk);
    expect(await seenOf(maya, lead.id)).toBe('deleted');
    expect((await maya.page('/leads?q=Row9')).text).toContain('No matches');
  });

  it('row 14: poison event: an unreadable signed body is kept as bytes and answered 200', async () => {
    const time = '"timestamp":"2026-03-02T09:00:00Z"';
    const poison = [
      `{"id":"a\\u0000b","topic":"lead/update",${time}}`,
      `{"id":"\\ud800","topic":"lead/update",${time}}`,
      `{"id":1e400000,"topic":"lead/update",${time}}`,
    ];
    const since = await desk.vendor.logSeq();
    for (const body of poison) await desk.vendor.sendRaw('lead/update', body);
    await untilQuiet(desk);
    const sent = (await desk.vendor.listDeliveries()).filter(({ body }) => poison.includes(body));
    expect(sent.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
      poison.map(() => ({ state: 'delivered', attempts: 1 })),
    );
    expect(await readsOf(desk, { since })).toBe(0);
    const admin = await signIn(desk.door, 'Robin Hale');
    expect((await admin.page('/admin/health')).text).toContain('3 signed deliveries couldn’t be read.');
  });
});
