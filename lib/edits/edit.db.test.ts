import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leads } from '@/lib/db/schema/leads';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { LEAD_REFRESH } from '@/lib/sync/refresh';
import { type EditDesk, openEditDesk } from '@/tests/support/edit-desk';
import { addViewer, findJob } from '@/tests/support/rows';
import { getEditForm } from './edit-form';

let desk: EditDesk;
beforeAll(async () => {
  desk = await openEditDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());

describe('saving an edit', () => {
  it('sends only what the person changed, and shows the service’s result immediately', async () => {
    const { set, save, mirrored } = await desk.openForm();
    set('value', '250.50');
    set('companyName', 'Alder & Sons');
    expect(await save()).toEqual({ ok: true });
    expect(await desk.patches()).toEqual([{ value: 250.5, customFields: { companyName: 'Alder & Sons' } }]);
    expect(await mirrored()).toMatchObject({
      value: 250.5,
      record: { custom: { companyName: 'Alder & Sons' } },
    });
  });

  it('sends an emptied field as “no value”', async () => {
    const { set, save, mirrored } = await desk.openForm();
    set('notes', '');
    expect(await save()).toEqual({ ok: true });
    expect(await desk.patches()).toEqual([{ customFields: { notes: null } }]);
    expect((await mirrored())?.record.custom).not.toHaveProperty('notes');
  });

  it('puts back what the service empties with a change, and then sends all custom fields at once', async () => {
    await desk.portal.vendor('PUT', '/shape', { patchCustom: 'replace' });
    const { set, save, mirrored } = await desk.openForm();
    set('companyName', 'Alder & Sons');
    expect(await save()).toEqual({ ok: true });
    const whole = { customFields: { companyName: 'Alder & Sons', notes: 'call first' } };
    expect(await desk.patches()).toEqual([{ customFields: { companyName: 'Alder & Sons' } }, whole]);
    expect((await mirrored())?.record.custom).toEqual(whole.customFields);
    const again = await desk.openForm();
    again.set('notes', '');
    await again.save();
    expect((await desk.patches())[2]).toEqual({ customFields: { companyName: 'Alder', notes: null } });
  });

  it('says what the service emptied and did not take back', async () => {
    await desk.db.execute(sql`delete from desk_settings where name = 'patch-replaces'`);
    await desk.portal.vendor('PUT', '/shape', { patchCustom: 'replace' });
    const { set, save } = await desk.openForm();
    set('companyName', 'Alder & Sons');
    const saved = await save({ service: desk.refusingSecond() });
    expect(saved).toMatchObject({ ok: false, state: { message: expect.stringMatching(/cleared.*Notes/) } });
  });

  it('sends nothing if nothing changed', async () => {
    const { save } = await desk.openForm();
    expect(await save()).toEqual({ ok: true });
    expect(await desk.patches()).toEqual([]);
  });

  it('does not exist for a person whose lead it is not', async () => {
    const { set, save } = await desk.openForm();
    set('value', '1');
    expect(await save({ by: await addViewer(desk.db) })).toEqual({ ok: false, reason: 'not-found' });
    expect(await desk.patches()).toEqual([]);
  });
});

describe('when the service fails', () => {
  it.each([
    ['cannot be reached', { down: true }, 'unreachable'],
    ['accepts no change now', { rateLimitedRate: 1, onlyRoutes: ['patch'] }, 'unreachable'],
    ['fails during the change', { down: true, onlyRoutes: ['patch'] }, 'unconfirmed'],
  ])('%s, the person keeps what they typed and gets a message', async (_, faults, message) => {
    const { set, save, keyOf } = await desk.openForm();
    set('value', '250');
    await desk.portal.vendor('PUT', '/faults', faults);
    expect(await save()).toMatchObject({
      ok: false,
      state: { status: 'failed', message, values: { [keyOf('value')]: '250' } },
    });
  });

  it.each([
    ['an empty 400', 'unavailable', 400, 'refused'],
    ['a 403', 'auth', 403, 'refused'],
  ] as const)(
    'answered %s, the message does not say that it cannot be reached',
    async (_, kind, status, message) => {
      const { set, save } = await desk.openForm();
      set('value', '250');
      const updateLead = async () => {
        throw new ServiceError(kind, `patch: answered ${status}`, { status, reached: 'no' });
      };
      expect(await save({ service: { ...desk.portal.newClient(), updateLead } })).toMatchObject({
        ok: false,
        state: { status: 'failed', message },
      });
      const readLead = updateLead;
      expect(await save({ service: { ...desk.portal.newClient(), readLead } })).toMatchObject({
        ok: false,
        state: { status: 'failed', message },
      });
    },
  );

  it('refused the change in plain words, they are shown beside the field that they name', async () => {
    const { set, save, keyOf } = await desk.openForm();
    set('value', '250');
    const service = desk.refusing('Deal value must be 500 or more. Ask your partner manager.');
    expect(await save({ service })).toMatchObject({
      ok: false,
      state: {
        status: 'invalid',
        errors: [{ key: keyOf('value'), message: 'Deal value must be 500 or more.' }],
        formErrors: ['Ask your partner manager.'],
      },
    });
  });
});

describe('a lead that is deleted while its form is open', () => {
  const GONE = { status: 'failed', message: 'gone' };
  const longAgo = new Date(Date.now() - 3_600_000);
  const isOld = (id: string) => desk.db.update(leads).set({ firstSeenAt: longAgo }).where(eq(leads.id, id));

  it('is reported with what was typed, and is shown as deleted from then on', async () => {
    const { id, set, save, keyOf, mirrored } = await desk.openForm();
    await isOld(id);
    set('value', '250');
    await desk.portal.vendor('DELETE', `/leads/${id}`);
    expect(await save()).toMatchObject({
      ok: false,
      state: { ...GONE, values: { [keyOf('value')]: '250' } },
    });
    expect((await mirrored())?.deletedAt).not.toBeNull();
  });

  it('is reported the same way if the desk knows it already, and the form can still be drawn', async () => {
    const { id, schema, set, save, keyOf } = await desk.openForm();
    set('value', '250');
    await desk.portal.vendor('DELETE', `/leads/${id}`);
    await tombstoneLead(desk.db, { leadId: id, readStart: await startRead(desk.db, new Date()) });
    expect(await save()).toMatchObject({
      ok: false,
      state: { ...GONE, values: { [keyOf('value')]: '250' } },
    });
    expect(await getEditForm(desk.db, desk.viewer, { id, schema, ...desk.words })).toMatchObject({
      isDeleted: true,
    });
    const other = await addViewer(desk.db);
    expect(await getEditForm(desk.db, other, { id, schema, ...desk.words })).toBeUndefined();
    expect(await save({ by: other })).toEqual({ ok: false, reason: 'not-found' });
  });

  it('between the snapshot and the change is reported as well', async () => {
    const { id, set, save, mirrored } = await desk.openForm();
    set('value', '250');
    const client = desk.portal.newClient();
    const updateLead: ServiceClient['updateLead'] = async (...sent) => {
      await desk.portal.vendor('DELETE', `/leads/${id}`);
      return client.updateLead(...sent);
    };
    expect(await save({ service: { ...client, updateLead } })).toMatchObject({ ok: false, state: GONE });
    expect((await mirrored())?.deletedAt).not.toBeNull();
  });

  it('is saved after all if the portal has it again', async () => {
    const { id, set, save } = await desk.openForm();
    set('value', '250');
    await tombstoneLead(desk.db, { leadId: id, readStart: await startRead(desk.db, new Date()) });
    expect(await save()).toEqual({ ok: true });
  });

  it('is not called deleted while a read may only lag behind its creation', async () => {
    const { id, set, save, mirrored } = await desk.openForm();
    set('value', '250');
    await desk.portal.vendor('DELETE', `/leads/${id}`);
    expect(await save()).toMatchObject({ ok: false, state: { status: 'failed', message: 'missing' } });
    expect((await mirrored())?.deletedAt).toBeNull();
    expect(await findJob(desk.db, { topic: LEAD_REFRESH, key: id })).toBeDefined();
  });
});

describe('a change that the portal saved while our database fails', () => {
  const heal = () => desk.db.execute(sql`drop trigger if exists ill on pending_edits`);

  it('is reported as saved, and saving again sends nothing', async () => {
    const { set, save, keyOf, resume } = await desk.openForm();
    set('value', '250');
    await desk.db.execute(sql`create or replace function fall_ill() returns trigger language plpgsql as
      $$ begin raise exception 'no space left'; end $$`);
    await desk.db.execute(
      sql`create trigger ill before update on pending_edits for each row execute function fall_ill()`,
    );
    const result = await save().finally(heal);
    expect(result).toMatchObject({
      ok: false,
      state: { status: 'failed', message: 'unrecorded', values: { [keyOf('value')]: '250' } },
    });
    resume(result);
    expect(await save()).toEqual({ ok: true });
    expect(await desk.patches()).toEqual([{ value: 250 }]);
  });
});
