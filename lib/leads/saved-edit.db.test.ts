import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { editLead } from '@/lib/edits/edit';
import { getEditForm } from '@/lib/edits/edit-form';
import { readSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { LEAD_REFRESH, refreshLead } from '@/lib/sync/refresh';
import { DEMO } from '@/sandbox/demo';
import { freshDatabase } from '@/tests/support/database';
import { english } from '@/tests/support/english';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, findJob, silentLog } from '@/tests/support/rows';
import { claimedJob, fullSyncsOf } from '@/tests/support/sync';
import { applyLead } from './apply';
import { getLeadView } from './lead-view';
import { startRead } from './read-start';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
});

const LAG_MS = 60_000;
const texts = {
  gone: '',
  missing: '',
  unreachable: '',
  unconfirmed: '',
  unrecorded: '',
  refused: '',
  outdated: '',
};
const t = { t: english, texts, locale: 'en', timeZone: 'UTC' };

/**
 * A lead of the company Alder that the mirror knows, on a service with these shapes and faults from now on.
 */
async function knownLead({ shape = {}, faults = {} }: { shape?: object; faults?: object } = {}) {
  const { db } = database;
  await portal.vendor('PUT', '/shape', shape);
  const { id } = await portal.vendor<{ id: string }>('POST', '/leads', {
    lastName: 'Berg',
    email: 'b@x.example',
    platform: 'other',
    value: 100,
    customFields: { companyName: 'Alder' },
  });
  const client = portal.newClient();
  const { schema } = await readSchema(db, { service: client, now: new Date() });
  const read = async () => {
    const readStartedAt = new Date();
    const lead = await client.readLead(id);
    if (!lead) throw new Error('the lead is not there');
    return applyLead(db, {
      lead,
      readStart: await startRead(db, readStartedAt),
      labelOf: (fieldId) => ({ label: fieldId }),
    });
  };
  await read();
  await portal.vendor('PUT', '/faults', faults);

  /** Opens the form, sets these fields and saves. */
  async function save(changes: Record<string, string>, service: ServiceClient = client) {
    const form = await getEditForm(db, viewer, { id, schema, ...t });
    if (!form) throw new Error('there is no form');
    const keyOf = (fieldId: string) => form.model.fields.find((field) => field.id === fieldId)?.key ?? '';
    const data = new FormData();
    for (const [name, text] of Object.entries(form.hidden)) data.set(name, text);
    for (const [key, input] of Object.entries(form.values))
      for (const text of [input].flat()) data.append(key, text);
    for (const [fieldId, text] of Object.entries(changes)) data.set(keyOf(fieldId), text);
    return editLead(db, viewer, { id, data, service, ...t, clock: () => new Date(), log: silentLog });
  }

  /** Runs the worker's refetch this many seconds after the edit. */
  const refetch = (seconds: number, service: ServiceClient = client) => {
    const clock = () => new Date(Date.now() + seconds * 1_000);
    const job = claimedJob({ topic: LEAD_REFRESH, key: id });
    return refreshLead(db, { service, job, clock, random: 0 });
  };
  const row = async () => (await db.select().from(leads).where(eq(leads.id, id)))[0];
  const view = async (of: Viewer = viewer) => getLeadView(db, of, { id, now: new Date(), locale: 'en' });
  const shownEdits = async () =>
    (await view())?.savedEdits.map(({ state, fields }) => ({ state, values: fields.map((f) => f.values) }));
  const entries = () => db.select().from(timeline).where(eq(timeline.leadId, id)).orderBy(timeline.id);
  const setPortal = (changes: object) => portal.vendor('PATCH', `/leads/${id}`, changes);
  return { id, client, save, read, refetch, row, view, shownEdits, entries, setPortal };
}

const company = { companyName: 'Agent Ltd' };

describe.each([
  ['that gives the time of a change', {}],
  ['that gives no time of a change', { updatedAt: 'absent' }],
  ['that answers a change without the lead', { patchResponse: 'empty204' }],
])('an edit, on a service %s', (_, shape) => {
  it('is confirmed without a notice if a read shows it immediately', async () => {
    const { save, shownEdits, row } = await knownLead({ shape });
    expect(await save(company)).toEqual({ ok: true });
    expect((await row())?.record.custom).toMatchObject(company);
    expect(await shownEdits()).toEqual([]);
  });

  it('is shown as saved but not confirmed while reads lag, and never confirms the old value', async () => {
    const { id, save, shownEdits, row, refetch, entries } = await knownLead({
      shape,
      faults: { patchLagMs: LAG_MS },
    });
    expect(await save(company)).toEqual({ ok: true });
    const savedAt = new Date();
    expect(await shownEdits()).toEqual([{ state: 'unconfirmed', values: [['Agent Ltd']] }]);
    expect(await row()).toMatchObject({ record: { custom: { companyName: 'Alder' } } });
    expect(
      await findJob(database.db, { topic: LEAD_REFRESH, key: id }),
      'another person reads it',
    ).toBeDefined();
    for (const seconds of [1, 6]) expect(await refetch(seconds)).toMatchObject({ kind: 'again' });
    await fullSyncsOf(database.db).run(portal.newClient());
    expect((await row())?.confirmedAt.getTime()).toBeLessThan(savedAt.getTime());
    expect(await shownEdits()).toHaveLength(1);

    await portal.vendor('PUT', '/faults', { patchLagMs: 0 });
    expect(await refetch(36)).toEqual({ kind: 'done' });
    expect(await shownEdits()).toEqual([]);
    expect((await row())?.record.custom).toMatchObject(company);
    expect((await entries()).at(-1)).toMatchObject({ kind: 'edited', personId: viewer.personId });
  });

  it('is shown the same way if the lead is not found right afterwards, and the lead is not marked as deleted', async () => {
    const { save, shownEdits, row, refetch } = await knownLead({ shape, faults: { patchHidesMs: LAG_MS } });
    expect(await save(company)).toEqual({ ok: true });
    expect(await shownEdits()).toEqual([{ state: 'unconfirmed', values: [['Agent Ltd']] }]);
    expect(await refetch(6)).toMatchObject({ kind: 'again' });
    expect((await row())?.deletedAt).toBeNull();
    await portal.vendor('PUT', '/faults', { patchHidesMs: 0 });
    expect(await refetch(36)).toEqual({ kind: 'done' });
    expect(await shownEdits()).toEqual([]);
  });

  it('can be changed again before it is confirmed: the form starts from it, and both are kept', async () => {
    const { save, shownEdits, refetch, row } = await knownLead({ shape, faults: { patchLagMs: LAG_MS } });
    await save(company);
    expect(await save({ companyName: 'Agent & Sons', value: '250' })).toEqual({ ok: true });
    expect((await portal.calls('patch')).at(-1)?.body).toEqual({
      value: 250,
      customFields: { companyName: 'Agent & Sons' },
    });
    expect(await save({ companyName: 'Alder' }), 'can be changed back to what reads still show').toEqual({
      ok: true,
    });
    expect((await portal.calls('patch')).at(-1)?.body).toEqual({ customFields: { companyName: 'Alder' } });
    await portal.vendor('PUT', '/faults', { patchLagMs: 0 });
    await refetch(36);
    expect(await shownEdits()).toEqual([]);
    expect(await row()).toMatchObject({ value: 250, record: { custom: { companyName: 'Alder' } } });
  });
});

describe('an edit that the portal never shows', () => {
  it('is awaited as long as any read may lag, and then reported as missing', async () => {
    const { save, shownEdits, refetch, row } = await knownLead({
      shape: { updatedAt: 'absent' },
      faults: { patchLagMs: 600_000 },
    });
    await save(company);
    for (const seconds of [1, 6, 36]) expect(await refetch(seconds)).toMatchObject({ kind: 'again' });
    const before = (await row())?.confirmedAt;
    expect(await refetch(200)).toEqual({ kind: 'done' });
    expect(await shownEdits()).toEqual([{ state: 'missing', values: [['Agent Ltd']] }]);
    expect((await row())?.confirmedAt.getTime()).toBeGreaterThan(before?.getTime() ?? 0);
  });

  it('is reported as missing, by the service’s own times, if the vendor reverted it immediately', async () => {
    const { client, save, shownEdits, setPortal } = await knownLead();
    const service: ServiceClient = {
      ...client,
      updateLead: async (...sent) => {
        const response = await client.updateLead(...sent);
        await setPortal({ customFields: { companyName: 'Alder' } });
        return response;
      },
    };
    await save(company, service);
    expect(await shownEdits()).toEqual([{ state: 'missing', values: [['Agent Ltd']] }]);
  });

  it('is no longer reported once the field was saved again', async () => {
    const { client, save, shownEdits, setPortal } = await knownLead();
    const service: ServiceClient = {
      ...client,
      updateLead: async (...sent) => {
        const response = await client.updateLead(...sent);
        await setPortal({ customFields: { companyName: 'Alder' } });
        return response;
      },
    };
    await save(company, service);
    await save(company);
    expect(await shownEdits()).toEqual([]);
  });
});

it('is neither shown to a new owner nor blocks the move', async () => {
  const { save, read, setPortal, row, view } = await knownLead({ faults: { patchLagMs: LAG_MS } });
  await save(company);
  const [, other] = DEMO.organizations;
  const owner = { organizationId: other.id, agentId: other.agents[0].id };
  await setPortal({ partnerOrganizationId: owner.organizationId, agentId: owner.agentId });
  await portal.vendor('PUT', '/faults', { patchLagMs: 0 });
  await setPortal({ customFields: { companyName: 'Alder' } });
  expect(await read()).toBe('changed');
  expect(await row()).toMatchObject(owner);
  expect((await view(await addViewer(database.db, owner)))?.savedEdits).toEqual([]);
});
