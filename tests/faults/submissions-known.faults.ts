import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { onlyLead, truthOf, untilShown, untilStored } from './submissions/truth';

/** While the database is away, only one process knows what the service answered. PostgreSQL only. */
describe('a database that is away when the service answers', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres' });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  it('does not make the desk forget the created lead: it is accepted under its number', async () => {
    const { vendor, databaseProxy } = desk;
    // Longer than a busy machine takes to notice that the lead is stored, and shorter than a call may take.
    await vendor.setFaults({ holdDeliveries: true, respondLateMs: 7_000 });
    const { submissionId: id } = await maya.submit('Known-1');
    await untilStored(desk, 'Known-1');
    databaseProxy?.refuse();
    const noticed = () => desk.logs().some(({ msg }) => msg === 'submission.outcome-not-written');
    await until('the answer could not be written', noticed, { withinMs: 15_000 });
    databaseProxy?.heal();
    const accepted = await untilShown(maya, { id, state: 'accepted' });
    expect(await truthOf(desk, 'Known-1')).toEqual({ answers: [201], ...onlyLead(accepted) });
    const searched = desk
      .logs()
      .filter(({ msg }) => /submission\.(found|ambiguous|lease-lapsed)/.test(msg ?? ''));
    expect(searched).toEqual([]);
    await vendor.setFaults({ holdDeliveries: false, respondLateMs: 0 });
    await vendor.releaseDeliveries();
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
});
