import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { memberships } from '@/lib/db/schema/people';
import { pendingEdits } from '@/lib/db/schema/timeline';
import { disablePerson } from '@/lib/people/person';
import type { ServiceClient } from '@/lib/service/client';
import { DEMO } from '@/sandbox/demo';
import { type EditDesk, openEditDesk } from '@/tests/support/edit-desk';
import { ADMIN } from '@/tests/support/people';
import { HOME } from '@/tests/support/portal';
import { addAgent, addViewer } from '@/tests/support/rows';
import { getEditForm } from './edit-form';
import { freshenForEdit } from './read-for-edit';

let desk: EditDesk;
beforeAll(async () => {
  desk = await openEditDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());

describe('a right that is lost while an edit is being saved', () => {
  const colleague = { organizationId: HOME.organizationId, agentId: HOME.agentIds[1] };
  type Loss = (by: Viewer) => Promise<unknown>;
  const disabled: Loss = ({ personId }) => disablePerson(desk.db, { by: ADMIN, personId, now: new Date() });
  const set = (by: Viewer, change: Partial<typeof memberships.$inferInsert>) =>
    desk.db.update(memberships).set(change).where(eq(memberships.personId, by.personId));
  const losses: [string, Loss][] = [
    ['was disabled', disabled],
    ['acts for another organization', async (by) => set(by, await addAgent(desk.db))],
    ['acts for a colleague', async (by) => set(by, await addAgent(desk.db, colleague))],
    ['is no longer a manager', (by) => set(by, { role: 'agent' })],
  ];
  const manager = () => addViewer(desk.db, { ...desk.viewer.membership, role: 'manager' });

  it.each(losses)('sends and shows nothing to a person who %s while the lead is read', async (_, happens) => {
    const { set, save, vendor } = await desk.openForm();
    const by = await manager();
    set('value', '250');
    await vendor({ value: 300 });
    const client = desk.portal.newClient();
    const readLead: ServiceClient['readLead'] = async (...asked) => {
      await happens(by);
      return await client.readLead(...asked);
    };
    expect(await save({ by, service: { ...client, readLead } })).toEqual({
      ok: false,
      reason: 'access-changed',
    });
    expect(await desk.patches()).toEqual([]);
  });

  it.each(losses)(
    'sends nothing for a person who %s while the change waits for its turn',
    async (_, happens) => {
      const { id, set, save } = await desk.openForm();
      const by = await manager();
      set('value', '250');
      const client = desk.portal.newClient();
      const updateLead: ServiceClient['updateLead'] = async (...asked) => {
        await happens(by);
        return await client.updateLead(...asked);
      };
      expect(await save({ by, service: { ...client, updateLead } })).toEqual({
        ok: false,
        reason: 'access-changed',
      });
      expect(await desk.patches()).toEqual([]);
      expect(await desk.db.$count(pendingEdits, eq(pendingEdits.leadId, id))).toBe(0);
    },
  );
});

describe('a lead that the portal has just moved to another owner', () => {
  const [home, other] = DEMO.organizations;
  const toOtherOrganization = { partnerOrganizationId: other.id, agentId: other.agents[0].id };
  const toColleague = { agentId: home.agents[1].id };

  it.each([
    ['another organization', toOtherOrganization],
    ['a colleague', toColleague],
  ])('does not exist for an agent who saves an edit of it: %s', async (_, owner) => {
    const { set, save, vendor, mirrored } = await desk.openForm();
    set('value', '250');
    await vendor({ ...owner, value: 300 });
    expect(await save()).toEqual({ ok: false, reason: 'not-found' });
    expect(await desk.patches()).toEqual([]);
    expect(await mirrored()).toMatchObject({ agentId: owner.agentId, value: 300 });
  });

  it('can still be changed by a manager if it moved to a colleague', async () => {
    const { set, save, vendor } = await desk.openForm();
    const manager = await addViewer(desk.db, { ...desk.viewer.membership, role: 'manager' });
    set('value', '250');
    await vendor(toColleague);
    expect(await save({ by: manager })).toEqual({ ok: true });
    expect(await desk.patches()).toEqual([{ value: 250 }]);
  });

  it('does not exist either for a person who was shown a conflict over it before', async () => {
    const { data, set, save, vendor, keyOf, resume } = await desk.openForm();
    set('value', '250');
    await vendor({ value: 300 });
    const first = await save();
    resume(first);
    data.set(`choose_${keyOf('value')}`, 'mine');
    await vendor(toOtherOrganization);
    expect(await save()).toEqual({ ok: false, reason: 'not-found' });
    expect(await desk.patches()).toEqual([]);
  });

  it('is not shown in a read that lags behind a webhook', async () => {
    const { set, save, vendor, read } = await desk.openForm();
    set('value', '250');
    await vendor(toOtherOrganization);
    await read();
    await desk.portal.vendor('PUT', '/faults', { readLagMs: 60_000 });
    expect(await save()).toEqual({ ok: false, reason: 'not-found' });
    expect(await desk.patches()).toEqual([]);
  });

  it('has no form any more when the edit page is opened', async () => {
    const { id, vendor, schema } = await desk.openForm();
    await vendor(toOtherOrganization);
    const inAMinute = () => new Date(Date.now() + 60_000);
    await freshenForEdit(desk.db, desk.viewer, { id, service: desk.portal.newClient(), clock: inAMinute });
    expect(await getEditForm(desk.db, desk.viewer, { id, schema, ...desk.words })).toBeUndefined();
  });

  it('is drawn from what is known while the service cannot be reached', async () => {
    const { id, schema } = await desk.openForm();
    await desk.portal.vendor('PUT', '/faults', { down: true });
    const inAMinute = () => new Date(Date.now() + 60_000);
    await freshenForEdit(desk.db, desk.viewer, { id, service: desk.portal.newClient(), clock: inAMinute });
    expect(await getEditForm(desk.db, desk.viewer, { id, schema, ...desk.words })).toBeDefined();
  });
});
