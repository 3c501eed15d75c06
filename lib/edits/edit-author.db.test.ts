import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { timeline } from '@/lib/db/schema/timeline';
import type { ServiceClient } from '@/lib/service/client';
import { type EditDesk, openEditDesk } from '@/tests/support/edit-desk';
import { addViewer } from '@/tests/support/rows';

let desk: EditDesk;
beforeAll(async () => {
  desk = await openEditDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());

describe('the author of a change', () => {
  it('is the person, also if a webhook’s read shows the change first', async () => {
    const { set, save, read, lastEntry } = await desk.openForm();
    set('firstName', 'Nele');
    const client = desk.portal.newClient();
    const service: ServiceClient = {
      ...client,
      updateLead: async (id, changes) => {
        await client.updateLead(id, changes);
        await read();
      },
    };
    expect(await save({ service })).toEqual({ ok: true });
    expect(await lastEntry()).toMatchObject({ kind: 'edited', personId: desk.viewer.personId });
  });

  it('is the portal for a change not made here', async () => {
    const { set, save, vendor, read, lastEntry } = await desk.openForm();
    set('firstName', 'Nele');
    await save();
    await vendor({ firstName: 'Nora' });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'fields-changed', personId: null });
  });

  it('is the person who saved the value that the lead holds, not one whose earlier attempt failed', async () => {
    const { set, save, lastEntry } = await desk.openForm();
    const manager = await addViewer(desk.db, { ...desk.viewer.membership, role: 'manager' });
    set('companyName', 'Vain Ltd');
    expect((await save({ service: desk.failing() })).ok).toBe(false);
    set('companyName', 'Saved Ltd');
    expect(await save({ by: manager })).toEqual({ ok: true });
    expect(await lastEntry()).toMatchObject({ kind: 'edited', personId: manager.personId });
  });

  it('is the portal for another value than the one of a failed edit', async () => {
    const { set, save, vendor, read, lastEntry } = await desk.openForm();
    set('companyName', 'Vain Ltd');
    expect((await save({ service: desk.failing() })).ok).toBe(false);
    await vendor({ customFields: { companyName: 'Vendor Ltd' } });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'fields-changed', personId: null });
  });

  it('is the person for their field and the portal for another that it changed at the same time', async () => {
    const { id, set, save, vendor, read } = await desk.openForm();
    set('firstName', 'Nele');
    await save({ service: desk.withLostResponses() });
    await vendor({ customFields: { companyName: 'Vendor Ltd' } });
    await read();
    const entries = await desk.db
      .select({ personId: timeline.personId, detail: timeline.detail })
      .from(timeline)
      .where(eq(timeline.leadId, id));
    const changes = entries.flatMap(({ personId, detail }) =>
      (detail.fields ?? []).map((field) => [field.id, personId]),
    );
    expect(changes).toEqual(
      expect.arrayContaining([
        ['firstName', desk.viewer.personId],
        ['companyName', null],
      ]),
    );
  });

  it('is the person, also if the portal normalises what they sent', async () => {
    const { set, save, vendor, read, lastEntry } = await desk.openForm();
    set('companyName', 'nele  ltd.');
    expect((await save({ service: desk.failing() })).ok).toBe(false);
    await vendor({ customFields: { companyName: 'Nele Ltd' } });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'edited', personId: desk.viewer.personId });
  });

  it.each([
    ['refused', { shape: { validationStatus: 422 }, faults: {} }],
    ['not reached', { shape: {}, faults: { rateLimitedRate: 1, onlyRoutes: ['patch'] } }],
  ])('is not a person whose edit was %s', async (_, { shape, faults }) => {
    const { set, save, vendor, read, lastEntry } = await desk.openForm();
    set('platform', 'web-store');
    await desk.portal.vendor('PUT', '/shape', shape);
    await desk.portal.vendor('PUT', '/faults', faults);
    await desk.portal.vendor('PATCH', '/fields/platform/options/web-store', { active: false });
    const result = await save();
    expect(result.ok).toBe(false);
    await desk.portal.vendor('PUT', '/faults', { rateLimitedRate: 0 });
    await vendor({ platform: 'marketplace' });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'fields-changed', personId: null });
  });
});

describe('a lead that the same person changed in another tab, or by a save whose response they never received', () => {
  it.each([
    ['was answered', false],
    ['was unclear', true],
  ])('is shown as changed by them: the other save %s', async (_, isUnclear) => {
    const { set, save } = await desk.openForm();
    set('companyName', 'One Ltd');
    await save(isUnclear ? { service: desk.withLostResponses() } : {});
    set('companyName', 'Two Ltd');
    expect(await save()).toMatchObject({
      state: { status: 'conflict', isOwn: true, conflicts: [{ isOwn: true, portal: 'One Ltd' }] },
    });
  });

  it('is shown as changed by another person if a colleague saved', async () => {
    const { set, save } = await desk.openForm();
    const manager = await addViewer(desk.db, { ...desk.viewer.membership, role: 'manager' });
    set('companyName', 'One Ltd');
    await save({ by: manager });
    set('companyName', 'Two Ltd');
    expect(await save()).toMatchObject({
      state: { status: 'conflict', isOwn: false, conflicts: [{ isOwn: false, portal: 'One Ltd' }] },
    });
  });
});
