import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { enterLead, isMayas, isOld, readsOf, untilSeen } from './webhooks/portal-lead';

const SECOND_MS = 1_000;

describe('deliveries through long faults', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1, seedLeads: 120 });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterEach(async () => {
    await desk.vendor.setFaults({ readLagMs: 0 });
    await untilQuiet(desk, { withinMs: 90 * SECOND_MS });
    await checkInvariants(desk);
  });
  afterAll(() => desk.stop());

  it('row 8: read lags event: a new lead, an edit and a deletion are seen although reads are 30 s behind', async () => {
    const [edited, deleted] = (await desk.vendor.listLeads())
      .filter((lead) => isMayas(lead) && isOld(lead))
      .slice(-2);
    if (!edited || !deleted) throw new Error('The fresh portal has no two leads of Maya.');
    await desk.vendor.setFaults({ readLagMs: 30 * SECOND_MS });
    const since = await desk.vendor.logSeq();
    const created = await enterLead(desk, 'Row8');
    await desk.vendor.changeLead(edited.id, { status: 'duplicate' });
    await desk.vendor.deleteLead(deleted.id);
    const withinMs = 60 * SECOND_MS;
    await untilSeen(maya, { id: created.id, as: 'Pending', withinMs });
    await untilSeen(maya, { id: edited.id, as: 'Duplicate', withinMs });
    await untilSeen(maya, { id: deleted.id, as: 'deleted', withinMs });
    for (const { id } of [created, edited, deleted])
      expect(await readsOf(desk, { id, since })).toBeLessThanOrEqual(5);
    const { rows } = (await desk.sql?.query(
      "select 1 from timeline where lead_id = $1 and kind = 'deleted'",
      [created.id],
    )) ?? { rows: [] };
    expect(rows, 'a lead that is only late is never called deleted').toEqual([]);
  });
});
