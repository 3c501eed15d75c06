import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';
import { inTables, lapseLeases, readRow } from './submissions/clock';
import { expectOnce, freezeWithResponse, livesThatSaid } from './submissions/frozen';
import { untilShown } from './submissions/truth';

describe('a worker frozen with the unread answer, past its lease', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', workers: 2 });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  it('row 37: if it resumes while others look for the lead, it records the lead and nothing is sent again', async () => {
    const lastName = 'Frozen-1';
    await desk.vendor.setFaults({ holdDeliveries: true });
    const { id, frozen, submitted } = await freezeWithResponse(desk, { maya, lastName });
    await inTables(desk, lapseLeases);
    await untilShown(maya, { id, state: 'confirming' });
    frozen.thaw();
    const { leadId } = await untilShown(maya, { id, state: 'accepted' });
    expect(livesThatSaid(desk, { event: 'submission.accepted', id })).toEqual(['worker-0.1']);
    await submitted;
    await desk.vendor.setFaults({ holdDeliveries: false });
    await desk.vendor.releaseDeliveries();
    await expectOnce(desk, { lastName, id, leadId });
  });

  it('row 37: if it resumes after another worker has found the lead, it changes nothing', async () => {
    const lastName = 'Frozen-2';
    const { id, frozen, submitted } = await freezeWithResponse(desk, { maya, lastName });
    await inTables(desk, lapseLeases);
    const { leadId } = await untilShown(maya, { id, state: 'accepted' });
    const before = await readRow(desk, id);
    frozen.thaw();
    await until('it let go', () =>
      livesThatSaid(desk, { event: 'job.lease-lost', id }).includes('worker-0.1'),
    );
    expect(await readRow(desk, id)).toEqual(before);
    await submitted;
    await expectOnce(desk, { lastName, id, leadId });
  });
});
