import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { enterLead, noticeOf, readsOf, rowOf, untilSeen } from './webhooks/portal-lead';
import { addressesOf, deliverTo, rotate } from './webhooks/rotation';

const TOPIC = 'lead/update';
const COPIES = 10;

describe('a subscription that is rotated', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1 });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  const untilAddresses = (count: number) =>
    until(`${count} addresses hear of changes`, async () => {
      const found = addressesOf(desk, TOPIC);
      return found.length === count ? found : undefined;
    });

  it('row 13: secret rotation: old and new are both accepted, without double effect', async () => {
    const lead = await enterLead(desk, 'Row13');
    await untilSeen(maya, { id: lead.id, as: 'Pending' });
    await untilQuiet(desk);
    await rotate(await signIn(desk.door, 'Robin Hale'), TOPIC);
    const [former, successor] = await untilAddresses(2);
    if (!former || !successor) throw new Error('There are no two addresses.');
    expect(former.signingSecret).not.toBe(successor.signingSecret);

    const notice = noticeOf(lead);
    const webOf = (copy: number) => desk.webs[copy % desk.webs.length] ?? desk.door;
    expect(await deliverTo(former, desk.door, notice)).toBe(200);
    expect(addressesOf(desk, TOPIC), 'the old address proves nothing').toHaveLength(2);
    await untilQuiet(desk);
    const since = await desk.vendor.logSeq();
    const copies = Array.from({ length: COPIES }, (_, copy) => [
      deliverTo(former, webOf(copy), notice),
      deliverTo(successor, webOf(copy + 1), notice),
    ]);
    expect(new Set(await Promise.all(copies.flat()))).toEqual(new Set([200]));
    await untilQuiet(desk);
    const reads = await readsOf(desk, { id: lead.id, since });
    expect(reads).toBeGreaterThanOrEqual(1);
    expect(reads).toBeLessThanOrEqual(2);
    expect(await rowOf(desk, notice)).toEqual({ count: 2 * COPIES + 1 });

    const [only] = await untilAddresses(1);
    expect(only?.url, 'the first delivery to the new address ends the rotation').toBe(successor.url);
    expect(await deliverTo(former, desk.door, notice), 'what was under way still counts').toBe(200);
    const forged = { ...successor, signingSecret: former.signingSecret };
    expect(await deliverTo(forged, desk.door, notice), 'with its own secret alone').toBe(401);
  });

  it('receives changes at the new address, and every topic has one', async () => {
    const lead = await enterLead(desk, 'Rotated');
    await untilSeen(maya, { id: lead.id, as: 'Pending' });
    await desk.vendor.changeLead(lead.id, { status: 'won' });
    await untilSeen(maya, { id: lead.id, as: 'Won' });
    const live = (await desk.vendor.listSubscriptions()).map(({ topic }) => topic).toSorted();
    expect(live).toEqual(['lead/create', 'lead/delete', 'lead/update']);
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
});
