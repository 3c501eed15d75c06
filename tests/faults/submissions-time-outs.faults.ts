import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { passSearches } from './submissions/clock';
import { onlyLead, truthOf, untilShown } from './submissions/truth';

/** Rows 32 and 33: the service accepts the connection and sends nothing for ten seconds. */
describe('creates that are never answered', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres' });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  const submitWithoutResponse = async (lastName: string) => {
    const { submissionId: id, state } = await maya.submit(lastName);
    expect(state, 'while it may still be answered').toBe('sending');
    await untilShown(maya, { id, state: 'confirming' });
    return id;
  };

  it('row 32: timeout, was created: the look-up finds the lead, and nothing is sent again', async () => {
    const { vendor } = desk;
    await vendor.setFaults({ holdDeliveries: true, hangAfterStore: 1 });
    const id = await submitWithoutResponse('Timeout-1');
    await passSearches(desk, 1);
    const found = await untilShown(maya, { id, state: 'accepted' });

    await vendor.setFaults({ holdDeliveries: false });
    await vendor.releaseDeliveries();
    await untilQuiet(desk);
    expect(await truthOf(desk, 'Timeout-1')).toEqual({ answers: [0], ...onlyLead(found) });
    await checkInvariants(desk);
  });

  it('row 33: timeout, not created: after three empty lookups over ten minutes it is sent once more', async () => {
    await desk.vendor.setFaults({ hangBeforeStore: 1 });
    const id = await submitWithoutResponse('Timeout-2');
    for (const [minutes, searches] of [
      [1, 1],
      [3, 2],
    ] as const) {
      await passSearches(desk, minutes);
      const isCounted = async () => {
        const counted = 'select 1 from submissions where id = $1 and empty_searches = $2';
        return (await desk.sql?.query(counted, [id, searches]))?.rowCount === 1;
      };
      await until(`look-up ${searches} found nothing`, isCounted, { withinMs: 30_000, everyMs: 200 });
      expect((await truthOf(desk, 'Timeout-2')).answers, 'not sent again yet').toEqual([0]);
    }
    await passSearches(desk, 7);
    const resent = await untilShown(maya, { id, state: 'accepted' });
    await untilQuiet(desk);
    expect(await truthOf(desk, 'Timeout-2')).toEqual({ answers: [0, 201], ...onlyLead(resent) });
    await checkInvariants(desk);
  });
});
