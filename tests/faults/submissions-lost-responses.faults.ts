import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { ALL_SEARCHES_MINUTES, passSearches } from './submissions/clock';
import { onlyLead, truthOf, untilShown } from './submissions/truth';

/** Rows 34 and 35: the connection breaks before or during the service's response to a create. */
describe('creates whose answer gets lost', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres' });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  const letDeliveriesGo = async () => {
    await desk.vendor.setFaults({ holdDeliveries: false });
    await desk.vendor.releaseDeliveries();
  };

  it('row 34: resets before and after the store are indistinguishable: both are looked for, and become one lead each', async () => {
    const { vendor } = desk;
    await vendor.setFaults({ holdDeliveries: true, dropBeforeStore: 1 });
    const before = await maya.submit('Reset-1');
    await vendor.setFaults({ dropAfterStore: 1 });
    const after = await maya.submit('Reset-2');
    expect([before.state, after.state]).toEqual(['confirming', 'confirming']);
    expect((await maya.page('/leads')).text).toMatch(
      /Reset-1.*Checking delivery.*Reset-2.*Checking delivery/,
    );

    await letDeliveriesGo();
    const found = await untilShown(maya, { id: after.submissionId, state: 'accepted' });
    await passSearches(desk, ALL_SEARCHES_MINUTES);
    const resent = await untilShown(maya, { id: before.submissionId, state: 'accepted' });
    await untilQuiet(desk);
    expect(await truthOf(desk, 'Reset-1')).toEqual({ answers: [0, 201], ...onlyLead(resent) });
    expect(await truthOf(desk, 'Reset-2')).toEqual({ answers: [0], ...onlyLead(found) });
    await checkInvariants(desk);
  });

  it('row 35: a 201 with its body cut off is not shown as accepted before its lead is found', async () => {
    await desk.vendor.setFaults({ holdDeliveries: true, truncateAfterStore: 1 });
    const { submissionId: id, state } = await maya.submit('Cut-1');
    expect(state).toBe('confirming');
    await passSearches(desk, ALL_SEARCHES_MINUTES);
    const found = await untilShown(maya, { id, state: 'accepted' });

    await letDeliveriesGo();
    await untilQuiet(desk);
    expect(await truthOf(desk, 'Cut-1')).toEqual({ answers: [201], ...onlyLead(found) });
    await checkInvariants(desk);
  });

  it('row 35: a lead that the service said it created is never created again, even if it can’t be found', async () => {
    await desk.vendor.setFaults({ holdDeliveries: true, truncateAfterStore: 1 });
    const { submissionId: id, state } = await maya.submit('Cut-2');
    expect(state).toBe('confirming');
    for (const lead of (await truthOf(desk, 'Cut-2')).leads) await desk.vendor.deleteLead(lead);
    await passSearches(desk, ALL_SEARCHES_MINUTES);
    await untilShown(maya, { id, state: 'review' });
    await letDeliveriesGo();
    await untilQuiet(desk);
    expect((await truthOf(desk, 'Cut-2')).answers).toEqual([201]);
  });
});
