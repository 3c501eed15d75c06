import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { leads, pendingEdits, timeline } from '@/lib/db/schema/leads';
import { memberships } from '@/lib/db/schema/people';
import { readSchema } from '@/lib/lead-schema/schema';
import { applyLead } from '@/lib/leads/apply';
import { startReading } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { disablePerson } from '@/lib/people/person';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { LEAD_REFRESH } from '@/lib/sync/refresh';
import { DEMO } from '@/sandbox/demo';
import { freshDatabase } from '@/tests/support/database';
import { english } from '@/tests/support/english';
import { ADMIN } from '@/tests/support/people';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addAgent, addViewer, findJob, silentLog } from '@/tests/support/rows';
import { editLead } from './edit';
import { getEditForm } from './edit-form';
import { freshenForEdit } from './read-for-edit';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
let patchesBefore = 0;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  patchesBefore = (await portal.calls('patch')).length;
});

const texts = {
  gone: 'gone',
  missing: 'missing',
  unreachable: 'unreachable',
  busy: 'busy',
  turnedDown: 'turnedDown',
  unconfirmed: 'unconfirmed',
  unrecorded: 'unrecorded',
  refused: 'refused',
  outdated: 'outdated',
};
const t = { t: english, texts, locale: 'en', timeZone: 'UTC' };
const patches = async () => (await portal.calls('patch')).slice(patchesBefore).map(({ body }) => body);

/** A lead in the mirror with its edit form open. */
async function openForm() {
  const { db } = database;
  const fields = { lastName: 'Berg', firstName: 'Nils', email: 'b@x.example', value: 100 };
  const customFields = { companyName: 'Alder', notes: 'call first' };
  const { id } = await portal.vendor<{ id: string }>('POST', '/leads', {
    ...fields,
    platform: 'other',
    customFields,
  });
  const read = async () => {
    const lead = await portal.newClient().readLead(id);
    if (!lead) throw new Error('the lead is not there');
    return applyLead(db, {
      lead,
      readStart: await startReading(database.db, new Date()),
      labelOf: (fieldId) => fieldId,
    });
  };
  await read();
  const { schema } = await readSchema(db, { service: portal.newClient(), now: new Date() });
  const form = await getEditForm(db, viewer, { id, schema, ...t });
  if (!form) throw new Error('there is no form');
  const data = new FormData();
  for (const [name, text] of Object.entries(form.hidden)) data.set(name, text);
  for (const [key, input] of Object.entries(form.values))
    for (const text of [input].flat()) data.append(key, text);
  const keyOf = (fieldId: string) => form.model.fields.find((field) => field.id === fieldId)?.key ?? '';
  const set = (fieldId: string, text: string) => data.set(keyOf(fieldId), text);
  const save = ({
    service = portal.newClient(),
    by = viewer,
  }: {
    service?: ServiceClient;
    by?: Viewer;
  } = {}) => editLead(db, by, { id, data, service, ...t, clock: () => new Date(), log: silentLog });
  const vendor = (changes: object) => portal.vendor('PATCH', `/leads/${id}`, changes);
  const lastEntry = async () =>
    (await db.select().from(timeline).where(eq(timeline.leadId, id)).orderBy(desc(timeline.id)))[0];
  const mirrored = async () => (await db.select().from(leads).where(eq(leads.id, id)))[0];
  return { id, schema, data, keyOf, set, save, vendor, read, lastEntry, mirrored };
}

describe('saving an edit', () => {
  it('sends only what the person changed, and shows at once what the service made of it', async () => {
    const { set, save, mirrored } = await openForm();
    set('value', '250.50');
    set('companyName', 'Alder & Sons');
    expect(await save()).toEqual({ ok: true });
    expect(await patches()).toEqual([{ value: 250.5, customFields: { companyName: 'Alder & Sons' } }]);
    expect(await mirrored()).toMatchObject({
      value: 250.5,
      record: { custom: { companyName: 'Alder & Sons' } },
    });
  });

  it('sends an emptied field as “no value”', async () => {
    const { set, save, mirrored } = await openForm();
    set('notes', '');
    expect(await save()).toEqual({ ok: true });
    expect(await patches()).toEqual([{ customFields: { notes: null } }]);
    expect((await mirrored())?.record.custom).not.toHaveProperty('notes');
  });

  it('sends nothing if nothing changed', async () => {
    const { save } = await openForm();
    expect(await save()).toEqual({ ok: true });
    expect(await patches()).toEqual([]);
  });

  it('does not exist for somebody whose lead it is not', async () => {
    const { set, save } = await openForm();
    set('value', '1');
    expect(await save({ by: await addViewer(database.db) })).toEqual({ ok: false, reason: 'not-found' });
    expect(await patches()).toEqual([]);
  });
});

describe('a right that is lost while an edit is being saved', () => {
  const colleague = { organizationId: HOME.organizationId, agentId: HOME.agentIds[1] };
  type Loss = (by: Viewer) => Promise<unknown>;
  const disabled: Loss = ({ personId }) =>
    disablePerson(database.db, { by: ADMIN, personId, now: new Date() });
  const set = (by: Viewer, change: Partial<typeof memberships.$inferInsert>) =>
    database.db.update(memberships).set(change).where(eq(memberships.personId, by.personId));
  const losses: [string, Loss][] = [
    ['was disabled', disabled],
    ['acts for another organization', async (by) => set(by, await addAgent(database.db))],
    ['acts for a colleague', async (by) => set(by, await addAgent(database.db, colleague))],
    ['is no manager any more', (by) => set(by, { role: 'agent' })],
  ];
  const manager = () => addViewer(database.db, { ...viewer.membership, role: 'manager' });

  it.each(losses)('sends and shows nothing to who %s while the lead is read', async (_, happens) => {
    const { set, save, vendor } = await openForm();
    const by = await manager();
    set('value', '250');
    await vendor({ value: 300 });
    const client = portal.newClient();
    const readLead: ServiceClient['readLead'] = async (...asked) => {
      await happens(by);
      return await client.readLead(...asked);
    };
    expect(await save({ by, service: { ...client, readLead } })).toEqual({
      ok: false,
      reason: 'access-changed',
    });
    expect(await patches()).toEqual([]);
  });

  it.each(losses)('sends nothing for who %s while the change waits for its turn', async (_, happens) => {
    const { id, set, save } = await openForm();
    const by = await manager();
    set('value', '250');
    const client = portal.newClient();
    const updateLead: ServiceClient['updateLead'] = async (...asked) => {
      await happens(by);
      return await client.updateLead(...asked);
    };
    expect(await save({ by, service: { ...client, updateLead } })).toEqual({
      ok: false,
      reason: 'access-changed',
    });
    expect(await patches()).toEqual([]);
    expect(await database.db.$count(pendingEdits, eq(pendingEdits.leadId, id))).toBe(0);
  });
});

describe('a lead that the portal gave to somebody else a moment ago', () => {
  const [home, other] = DEMO.organizations;
  const toOtherOrganization = { partnerOrganizationId: other.id, agentId: other.agents[0].id };
  const toColleague = { agentId: home.agents[1].id };

  it.each([
    ['another organization', toOtherOrganization],
    ['a colleague', toColleague],
  ])('does not exist for an agent who saves an edit of it: %s', async (_, owner) => {
    const { set, save, vendor, mirrored } = await openForm();
    set('value', '250');
    await vendor({ ...owner, value: 300 });
    expect(await save()).toEqual({ ok: false, reason: 'not-found' });
    expect(await patches()).toEqual([]);
    expect(await mirrored()).toMatchObject({ agentId: owner.agentId, value: 300 });
  });

  it('is still a manager’s to change when it went to a colleague', async () => {
    const { set, save, vendor } = await openForm();
    const manager = await addViewer(database.db, { ...viewer.membership, role: 'manager' });
    set('value', '250');
    await vendor(toColleague);
    expect(await save({ by: manager })).toEqual({ ok: true });
    expect(await patches()).toEqual([{ value: 250 }]);
  });

  it('does not exist either for whoever was shown a conflict over it before', async () => {
    const { data, set, save, vendor, keyOf } = await openForm();
    set('value', '250');
    await vendor({ value: 300 });
    const first = await save();
    if (first.ok || !('state' in first) || first.state.status !== 'conflict') throw new Error('no conflict');
    for (const [name, text] of Object.entries(first.state.hidden)) data.set(name, text);
    data.set(`choose_${keyOf('value')}`, 'mine');
    await vendor(toOtherOrganization);
    expect(await save()).toEqual({ ok: false, reason: 'not-found' });
    expect(await patches()).toEqual([]);
  });

  it('is not shown in a read that lags behind what a webhook brought', async () => {
    const { set, save, vendor, read } = await openForm();
    set('value', '250');
    await vendor(toOtherOrganization);
    await read();
    await portal.vendor('PUT', '/faults', { readLagMs: 60_000 });
    expect(await save()).toEqual({ ok: false, reason: 'not-found' });
    expect(await patches()).toEqual([]);
  });

  it('is nobody’s form any more when the edit page is opened', async () => {
    const { id, vendor, schema } = await openForm();
    await vendor(toOtherOrganization);
    const inAMinute = () => new Date(Date.now() + 60_000);
    await freshenForEdit(database.db, viewer, { id, service: portal.newClient(), clock: inAMinute });
    expect(await getEditForm(database.db, viewer, { id, schema, ...t })).toBeUndefined();
  });

  it('is drawn from what is known while the service cannot be reached', async () => {
    const { id, schema } = await openForm();
    await portal.vendor('PUT', '/faults', { down: true });
    const inAMinute = () => new Date(Date.now() + 60_000);
    await freshenForEdit(database.db, viewer, { id, service: portal.newClient(), clock: inAMinute });
    expect(await getEditForm(database.db, viewer, { id, schema, ...t })).toBeDefined();
  });
});

describe('who changed it', () => {
  it('is the person, also if a webhook’s read sees the change first', async () => {
    const { set, save, read, lastEntry } = await openForm();
    set('firstName', 'Nele');
    const client = portal.newClient();
    const service: ServiceClient = {
      ...client,
      updateLead: async (id, changes) => {
        await client.updateLead(id, changes);
        await read();
      },
    };
    expect(await save({ service })).toEqual({ ok: true });
    expect(await lastEntry()).toMatchObject({ kind: 'edited', personId: viewer.personId });
  });

  it('is the portal for a change nobody here made', async () => {
    const { set, save, vendor, read, lastEntry } = await openForm();
    set('firstName', 'Nele');
    await save();
    await vendor({ firstName: 'Nora' });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'fields-changed', personId: null });
  });

  it('is who saved the value that the lead holds, and not who tried another in vain before', async () => {
    const { set, save, lastEntry } = await openForm();
    const manager = await addViewer(database.db, { ...viewer.membership, role: 'manager' });
    set('companyName', 'Vain Ltd');
    expect((await save({ service: failing() })).ok).toBe(false);
    set('companyName', 'Saved Ltd');
    expect(await save({ by: manager })).toEqual({ ok: true });
    expect(await lastEntry()).toMatchObject({ kind: 'edited', personId: manager.personId });
  });

  it('is the portal for another value than the one somebody tried in vain', async () => {
    const { set, save, vendor, read, lastEntry } = await openForm();
    set('companyName', 'Vain Ltd');
    expect((await save({ service: failing() })).ok).toBe(false);
    await vendor({ customFields: { companyName: 'Vendor Ltd' } });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'fields-changed', personId: null });
  });

  it('is the person for their field and the portal for another that it changed at once', async () => {
    const { id, set, save, vendor, read } = await openForm();
    set('firstName', 'Nele');
    await save({ service: withLostAnswers() });
    await vendor({ customFields: { companyName: 'Vendor Ltd' } });
    await read();
    const entries = await database.db
      .select({ personId: timeline.personId, detail: timeline.detail })
      .from(timeline)
      .where(eq(timeline.leadId, id));
    const told = entries.flatMap(({ personId, detail }) =>
      (detail.fields ?? []).map((field) => [field.id, personId]),
    );
    expect(told).toEqual(
      expect.arrayContaining([
        ['firstName', viewer.personId],
        ['companyName', null],
      ]),
    );
  });

  it('is the person, also if the portal tidies up what they sent', async () => {
    const { set, save, vendor, read, lastEntry } = await openForm();
    set('companyName', 'nele  ltd.');
    expect((await save({ service: failing() })).ok).toBe(false);
    await vendor({ customFields: { companyName: 'Nele Ltd' } });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'edited', personId: viewer.personId });
  });

  it.each([
    ['refused', { shape: { validationStatus: 422 }, faults: {} }],
    ['not reached', { shape: {}, faults: { rateLimitedRate: 1, onlyRoutes: ['patch'] } }],
  ])('is not somebody whose edit was %s', async (_, { shape, faults }) => {
    const { set, save, vendor, read, lastEntry } = await openForm();
    set('platform', 'web-store');
    await portal.vendor('PUT', '/shape', shape);
    await portal.vendor('PUT', '/faults', faults);
    await portal.vendor('PATCH', '/fields/platform/options/web-store', { active: false });
    const result = await save();
    expect(result.ok).toBe(false);
    await portal.vendor('PUT', '/faults', { rateLimitedRate: 0 });
    await vendor({ platform: 'marketplace' });
    await read();
    expect(await lastEntry()).toMatchObject({ kind: 'fields-changed', personId: null });
  });
});

describe('an edit that meets another', () => {
  it('of the same field sends nothing and shows both values', async () => {
    const { set, save, vendor, keyOf } = await openForm();
    set('value', '250');
    await vendor({ value: 300, status: 'won' });
    const result = await save();
    expect(result).toMatchObject({
      ok: false,
      state: {
        status: 'conflict',
        conflicts: [
          {
            key: keyOf('value'),
            mine: expect.stringContaining('250'),
            theirs: expect.stringContaining('300'),
          },
        ],
      },
    });
    expect(await patches()).toEqual([]);
  });

  it('that was taken back in the portal since the form was drawn is not made again unasked', async () => {
    const { data, set, save, vendor, keyOf, read, mirrored } = await openForm();
    set('companyName', 'Agent Ltd');
    expect(await save()).toEqual({ ok: true });
    await vendor({ customFields: { companyName: 'Alder' } });
    await read();
    // The same form once more, as after Back or in a second tab, with only the number changed.
    set('value', '250');
    const again = await save();
    expect(again).toMatchObject({
      state: {
        status: 'conflict',
        conflicts: [{ key: keyOf('companyName'), mine: 'Agent Ltd', theirs: 'Alder' }],
      },
    });
    if (again.ok || !('state' in again) || again.state.status !== 'conflict') throw new Error('no conflict');
    for (const [name, text] of Object.entries(again.state.hidden)) data.set(name, text);
    data.set(`choose_${keyOf('companyName')}`, 'theirs');
    expect(await save()).toEqual({ ok: true });
    expect((await patches()).at(-1)).toEqual({ value: 250 });
    expect(await mirrored()).toMatchObject({ value: 250, record: { custom: { companyName: 'Alder' } } });
  });

  it('says nothing of a field that nobody else touched', async () => {
    const { set, save, vendor, read } = await openForm();
    await vendor({ value: 300 });
    await read();
    await vendor({ value: 100 });
    await read();
    set('companyName', 'Alder & Sons');
    expect(await save()).toEqual({ ok: true });
    expect(await patches()).toEqual([{ customFields: { companyName: 'Alder & Sons' } }]);
  });

  it.each([
    ['mine', [{ value: 250 }], 250],
    ['theirs', [], 300],
  ])('is saved as the person decides: %s', async (choice, sent, value) => {
    const { data, set, save, vendor, keyOf, read, mirrored } = await openForm();
    set('value', '250');
    await vendor({ value: 300 });
    const first = await save();
    if (first.ok || !('state' in first) || first.state.status !== 'conflict') throw new Error('no conflict');
    for (const [name, text] of Object.entries(first.state.hidden)) data.set(name, text);
    data.set(`choose_${keyOf('value')}`, choice);
    expect(await save()).toEqual({ ok: true });
    expect(await patches()).toEqual(sent);
    await read();
    expect((await mirrored())?.value).toBe(value);
  });
});

describe('while some of several conflicts are decided', () => {
  async function twoConflicts() {
    const form = await openForm();
    form.set('value', '250');
    form.set('companyName', 'Mine Ltd');
    await form.vendor({ value: 300, customFields: { companyName: 'Theirs Ltd' } });
    const first = await form.save();
    if (first.ok || !('state' in first) || first.state.status !== 'conflict') throw new Error('no conflict');
    for (const [name, text] of Object.entries(first.state.hidden)) form.data.set(name, text);
    return form;
  }

  it('what was decided stays decided, with what the person had typed', async () => {
    const { data, save, keyOf } = await twoConflicts();
    data.set(`choose_${keyOf('value')}`, 'theirs');
    expect(await save()).toMatchObject({
      state: {
        conflicts: expect.arrayContaining([
          expect.objectContaining({ key: keyOf('value'), choice: 'theirs', input: '250' }),
          expect.objectContaining({ key: keyOf('companyName'), choice: undefined }),
        ]),
        errors: [{ key: `choose_${keyOf('companyName')}` }],
      },
    });
  });

  it('what the person gave up need not be right', async () => {
    const { data, set, save, keyOf } = await twoConflicts();
    set('value', 'no number');
    data.set(`choose_${keyOf('value')}`, 'theirs');
    data.set(`choose_${keyOf('companyName')}`, 'mine');
    expect(await save()).toEqual({ ok: true });
    expect(await patches()).toEqual([{ customFields: { companyName: 'Mine Ltd' } }]);
  });
});

describe('when the service fails', () => {
  it.each([
    ['cannot be reached', { down: true }, 'unreachable'],
    ['takes no change now', { rateLimitedRate: 1, onlyRoutes: ['patch'] }, 'busy'],
    ['fails over the change', { down: true, onlyRoutes: ['patch'] }, 'unconfirmed'],
  ])('%s, the person keeps what they typed and is told', async (_, faults, message) => {
    const { set, save, keyOf } = await openForm();
    set('value', '250');
    await portal.vendor('PUT', '/faults', faults);
    expect(await save()).toMatchObject({
      ok: false,
      state: { status: 'failed', message, values: { [keyOf('value')]: '250' } },
    });
  });

  it.each([
    ['an empty 400', 'unavailable', 400, 'turnedDown'],
    ['a 403', 'auth', 403, 'turnedDown'],
    ['a 429', 'rate-limited', 429, 'busy'],
  ] as const)('answered %s, nobody is told that it cannot be reached', async (_, kind, status, message) => {
    const { set, save } = await openForm();
    set('value', '250');
    const updateLead = async () => {
      throw new ServiceError(kind, `patch: answered ${status}`, { status, reached: 'no' });
    };
    expect(await save({ service: { ...portal.newClient(), updateLead } })).toMatchObject({
      ok: false,
      state: { status: 'failed', message },
    });
    const readLead = updateLead;
    expect(await save({ service: { ...portal.newClient(), readLead } })).toMatchObject({
      ok: false,
      state: { status: 'failed', message },
    });
  });

  it('refused the change in plain words, they stand beside the field that they name', async () => {
    const { set, save, keyOf } = await openForm();
    set('value', '250');
    const service = refusing('Deal value must be 500 or more. Ask your partner manager.');
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

/** The portal, which answers every change with these words. */
function refusing(serviceMessage: string): ServiceClient {
  const updateLead = async () => {
    throw new ServiceError('refused', 'patch: answered 422', { status: 422, serviceMessage });
  };
  return { ...portal.newClient(), updateLead };
}

/** The portal, which fails over every change: what came of it is unclear, and nothing is stored. */
function failing(): ServiceClient {
  const updateLead = async () => {
    throw new ServiceError('unavailable', 'patch: answered 500', { status: 500, reached: 'maybe' });
  };
  return { ...portal.newClient(), updateLead };
}

/** The portal, whose answers to changes are lost on the way. */
function withLostAnswers(): ServiceClient {
  const client = portal.newClient();
  const updateLead: ServiceClient['updateLead'] = async (...sent) => {
    await client.updateLead(...sent);
    throw new ServiceError('unavailable', 'patch: no answer', { reached: 'maybe' });
  };
  return { ...client, updateLead };
}

describe('a lead that is deleted while its form is open', () => {
  const GONE = { status: 'failed', message: 'gone' };
  const longAgo = new Date(Date.now() - 3_600_000);
  const isOld = (id: string) =>
    database.db.update(leads).set({ firstSeenAt: longAgo }).where(eq(leads.id, id));

  it('is told of with what was typed, and is shown as deleted from then on', async () => {
    const { id, set, save, keyOf, mirrored } = await openForm();
    await isOld(id);
    set('value', '250');
    await portal.vendor('DELETE', `/leads/${id}`);
    expect(await save()).toMatchObject({
      ok: false,
      state: { ...GONE, values: { [keyOf('value')]: '250' } },
    });
    expect((await mirrored())?.deletedAt).not.toBeNull();
  });

  it('is told of in the same way if the desk knows it already, and the form can still be drawn', async () => {
    const { id, schema, set, save, keyOf } = await openForm();
    set('value', '250');
    await portal.vendor('DELETE', `/leads/${id}`);
    await tombstoneLead(database.db, { leadId: id, readStart: await startReading(database.db, new Date()) });
    expect(await save()).toMatchObject({
      ok: false,
      state: { ...GONE, values: { [keyOf('value')]: '250' } },
    });
    expect(await getEditForm(database.db, viewer, { id, schema, ...t })).toMatchObject({ isDeleted: true });
    const other = await addViewer(database.db);
    expect(await getEditForm(database.db, other, { id, schema, ...t })).toBeUndefined();
    expect(await save({ by: other })).toEqual({ ok: false, reason: 'not-found' });
  });

  it('between the reading and the change is told of as well', async () => {
    const { id, set, save, mirrored } = await openForm();
    set('value', '250');
    const client = portal.newClient();
    const updateLead: ServiceClient['updateLead'] = async (...sent) => {
      await portal.vendor('DELETE', `/leads/${id}`);
      return client.updateLead(...sent);
    };
    expect(await save({ service: { ...client, updateLead } })).toMatchObject({ ok: false, state: GONE });
    expect((await mirrored())?.deletedAt).not.toBeNull();
  });

  it('is saved after all if the portal has it again', async () => {
    const { id, set, save } = await openForm();
    set('value', '250');
    await tombstoneLead(database.db, { leadId: id, readStart: await startReading(database.db, new Date()) });
    expect(await save()).toEqual({ ok: true });
  });

  it('is not called deleted while a read may only lag behind its creation', async () => {
    const { id, set, save, mirrored } = await openForm();
    set('value', '250');
    await portal.vendor('DELETE', `/leads/${id}`);
    expect(await save()).toMatchObject({ ok: false, state: { status: 'failed', message: 'missing' } });
    expect((await mirrored())?.deletedAt).toBeNull();
    expect(await findJob(database.db, { topic: LEAD_REFRESH, key: id })).toBeDefined();
  });
});

describe('after a save whose answer was lost', () => {
  /** The form as it comes back, with what it remembers. */
  async function saveInVain(form: Awaited<ReturnType<typeof openForm>>) {
    const result = await form.save({ service: withLostAnswers() });
    if (result.ok || !('state' in result) || result.state.status !== 'failed')
      throw new Error('it was saved');
    expect(result.state.message).toBe('unconfirmed');
    for (const [name, text] of Object.entries(result.state.hidden ?? {})) form.data.set(name, text);
  }

  it.each([
    ['at once', false],
    ['when the desk has seen the first already', true],
  ])('a second value of the same person is saved, and nobody else is blamed: %s', async (_, isSeen) => {
    const form = await openForm();
    form.set('value', '250');
    await saveInVain(form);
    if (isSeen) await form.read();
    form.set('value', '270');
    expect(await form.save()).toEqual({ ok: true });
    expect(await patches()).toEqual([{ value: 250 }, { value: 270 }]);
    expect(await form.mirrored()).toMatchObject({ value: 270 });
  });

  it('the person can take the change back', async () => {
    const form = await openForm();
    form.set('value', '250');
    form.set('notes', '');
    await saveInVain(form);
    form.set('value', '100');
    form.set('notes', 'call first');
    expect(await form.save()).toEqual({ ok: true });
    expect((await patches()).at(-1)).toEqual({ value: 100, customFields: { notes: 'call first' } });
  });

  it('what the vendor changed since is still shown, and not overwritten', async () => {
    const form = await openForm();
    form.set('value', '250');
    await saveInVain(form);
    await form.vendor({ value: 300 });
    form.set('value', '270');
    expect(await form.save()).toMatchObject({ ok: false, state: { status: 'conflict' } });
    expect(await patches()).toEqual([{ value: 250 }]);
  });
});

describe('a lead that the same person changed in another tab, or by a save whose answer they never got', () => {
  it.each([
    ['was answered', false],
    ['was unclear', true],
  ])('is told as changed by them: the other save %s', async (_, isUnclear) => {
    const { set, save } = await openForm();
    set('companyName', 'One Ltd');
    await save(isUnclear ? { service: withLostAnswers() } : {});
    set('companyName', 'Two Ltd');
    expect(await save()).toMatchObject({
      state: { status: 'conflict', isOwn: true, conflicts: [{ isOwn: true, theirs: 'One Ltd' }] },
    });
  });

  it('is told as changed by somebody else if a colleague saved', async () => {
    const { set, save } = await openForm();
    const manager = await addViewer(database.db, { ...viewer.membership, role: 'manager' });
    set('companyName', 'One Ltd');
    await save({ by: manager });
    set('companyName', 'Two Ltd');
    expect(await save()).toMatchObject({
      state: { status: 'conflict', isOwn: false, conflicts: [{ isOwn: false, theirs: 'One Ltd' }] },
    });
  });
});

describe('a change that the portal saved while our database fails', () => {
  const heal = () => database.db.execute(sql`drop trigger if exists ill on pending_edits`);

  it('is told as saved, and saving once more sends nothing', async () => {
    const { data, set, save, keyOf } = await openForm();
    set('value', '250');
    await database.db.execute(sql`create or replace function fall_ill() returns trigger language plpgsql as
      $$ begin raise exception 'no space left'; end $$`);
    await database.db.execute(
      sql`create trigger ill before update on pending_edits for each row execute function fall_ill()`,
    );
    const result = await save().finally(heal);
    expect(result).toMatchObject({
      ok: false,
      state: { status: 'failed', message: 'unrecorded', values: { [keyOf('value')]: '250' } },
    });
    if (result.ok || !('state' in result) || result.state.status !== 'failed') throw new Error('no state');
    for (const [name, text] of Object.entries(result.state.hidden ?? {})) data.set(name, text);
    expect(await save()).toEqual({ ok: true });
    expect(await patches()).toEqual([{ value: 250 }]);
  });
});
