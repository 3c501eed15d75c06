import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { readSchema } from '@/lib/lead-schema/schema';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { saveTyped } from '@/tests/support/drafts';
import { english } from '@/tests/support/english';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, makeLead } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { getNewLeadForm, newLeadDraftKey } from './new-lead-form';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
let leadId: string;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
  await readSchema(database.db, { service: portal.newClient(), now: new Date() });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  leadId = await addLead();
});

async function addLead(): Promise<string> {
  const { db } = database;
  const lead = makeLead({
    organizationId: HOME.organizationId,
    agentId: HOME.agentIds[0],
    standard: { firstName: 'Nora', lastName: 'Winters', email: 'nora@alder.example', platform: 'web-store' },
    custom: { companyName: 'Alder', phone: '+44 1632 960144', consent: true, notes: 'call first' },
  });
  const readStart = await startRead(db, new Date());
  await applyLead(db, { lead, readStart, labelOf: (fieldId) => ({ label: fieldId }) });
  return lead.id;
}

type Asked = { template?: string; draftId?: string; after?: string; pins?: string[] };

async function openForm(by: Viewer, asked: Asked) {
  const form = await getNewLeadForm(database.db, by, {
    ...asked,
    service: portal.service,
    t: english,
    locale: 'en',
    timeZone: 'UTC',
    now: new Date(),
  });
  const byId = (values = form.values) =>
    Object.fromEntries(form.model.fields.map(({ id, key }) => [id, values[key]]));
  return { form, values: byId(), start: byId(form.start) };
}

it('fills in a lead’s answers without its person, as input into an empty form', async () => {
  const { form, values, start } = await openForm(viewer, { template: leadId });
  expect(form.template).toEqual({ leadId, name: 'Alder' });
  expect(values).toMatchObject({ companyName: 'Alder', platform: 'web-store', notes: 'call first' });
  expect(values).toMatchObject({ firstName: '', lastName: '', email: '', phone: '', consent: '' });
  expect(start).toMatchObject({ companyName: '', platform: '', notes: '' });
  expect(form.hidden.draftRevision).toBe('');
});

it('answers for a lead of somebody else as for one that never was', async () => {
  const stranger = await addViewer(database.db);
  const colleague = await addViewer(database.db, { organizationId: HOME.organizationId });
  for (const other of [stranger, colleague]) {
    const [foreign, unknown] = [
      await openForm(other, { template: leadId }),
      await openForm(other, { template: '66b0c4d2e8f1a35790d40000' }),
    ];
    expect(foreign.form.template).toBeUndefined();
    expect(foreign.values).toEqual(unknown.values);
    expect(Object.keys(foreign.form)).toEqual(Object.keys(unknown.form));
  }
  const manager = await addViewer(database.db, { organizationId: HOME.organizationId, role: 'manager' });
  expect((await openForm(manager, { template: leadId })).form.template).toBeDefined();
});

it('continues a draft instead, if the address names both', async () => {
  const { id: draftId } = await saveTyped(database.db, viewer, { lastName: 'Typed' });
  const { form, values } = await openForm(viewer, { template: leadId, draftId });
  expect(form.template).toBeUndefined();
  expect(values).toMatchObject({ lastName: 'Typed', companyName: '' });
});

it('keeps the pinned answers of the submission before, and says what became of it', async () => {
  const { id } = await queueSubmission({ database, portal, viewer });
  const keyOf = ({ form }: Awaited<ReturnType<typeof openForm>>, fieldId: string) =>
    form.model.fields.find((field) => field.id === fieldId)?.key ?? '';
  const blank = await openForm(viewer, {});
  const pins = ['companyName', 'platform', 'website', 'lastName', 'consent'].map((name) =>
    keyOf(blank, name),
  );
  const { form, values, start } = await openForm(viewer, { after: id, pins: [...pins, 'f999'] });
  expect(values).toMatchObject({
    companyName: 'Alder',
    platform: 'web-store',
    value: '',
    lastName: '',
    consent: '',
  });
  expect(start).toMatchObject({ companyName: '', platform: '' });
  expect(form.before).toEqual({
    submissionId: id,
    name: 'Nils Berg',
    state: 'queued',
    pins: expect.arrayContaining(pins.slice(0, 3)),
    kept: expect.arrayContaining(['Company', 'Platform']),
  });
  expect(form.before?.pins).toHaveLength(3);
  expect(form.before?.kept).toHaveLength(2);
  expect(form.hidden.submissionId).not.toBe(id);
});

it('keeps nothing of a submission of somebody else, and does not say that it exists', async () => {
  const { id } = await queueSubmission({ database, portal, viewer });
  const stranger = await addViewer(database.db);
  const pins = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5'];
  const [foreign, unknown] = [
    await openForm(stranger, { after: id, pins }),
    await openForm(stranger, { after: 'sub_aaaaaaaaaaaaaaaaaaaa', pins }),
  ];
  expect(foreign.form.before).toBeUndefined();
  expect(foreign.values).toEqual(unknown.values);
  expect(Object.keys(foreign.form)).toEqual(Object.keys(unknown.form));
});

it('has a draft of its own for each lead that a form begins from', () => {
  const keys = [
    {},
    { template: leadId },
    { after: 'sub_x' },
    { draftId: 'dft_x' },
    { replaces: 'sub_x' },
  ].map((of) => newLeadDraftKey(viewer.personId, of));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => key.startsWith(newLeadDraftKey(viewer.personId)))).toBe(true);
});
