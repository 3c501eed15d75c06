import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { agents } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import type { Answers } from '@/lib/forms/field';
import { readSchema } from '@/lib/lead-schema/schema';
import { applyLead } from '@/lib/leads/apply';
import { listLeads } from '@/lib/leads/list';
import { startRead } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { ANSWERS, heldClient, queueSubmission } from '@/tests/support/submissions';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
let createsBefore = 0;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[1] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  createsBefore = (await portal.calls('create')).length;
});

const queued = (answers?: Answers) => queueSubmission({ database, portal, viewer, answers });
const creates = async () => (await portal.calls('create')).slice(createsBefore);
const remoteLeads = () => portal.vendor<{ id: string }[]>('GET', '/leads');

describe('sending a submission', () => {
  it('makes one lead of it, mirrored and linked immediately', async () => {
    const { id, send, row, kinds } = await queued();
    expect(await send()).toEqual({ kind: 'done' });
    const [remote] = await remoteLeads();
    expect(await row()).toMatchObject({ state: 'accepted', leadId: remote?.id, attempts: 1 });
    expect((await row())?.completedAt).not.toBeNull();
    const [mirrored] = await database.db
      .select()
      .from(leads)
      .where(eq(leads.id, remote?.id ?? ''));
    expect(mirrored).toMatchObject({
      status: 'pending',
      lastName: 'Berg',
      value: 1250.5,
      organizationId: HOME.organizationId,
    });
    expect(await kinds()).toEqual(['accepted']);
    const { rows } = await listLeads(database.db, viewer, { query: DEFAULT_LEADS_QUERY, timeZone: 'UTC' });
    expect(rows.find((shown) => shown.id === remote?.id)?.submissionId).toBe(id);
  });

  it('sends the membership’s organization and agent, and each answer in its place', async () => {
    const { send } = await queued();
    await send();
    expect((await creates()).map(({ body }) => body)).toEqual([
      {
        firstName: 'Nils',
        lastName: 'Berg',
        email: 'berg@alder.example',
        platform: 'web-store',
        value: 1250.5,
        customFields: { companyName: 'Alder', consent: true, interests: ['analytics', 'training'] },
        partnerOrganizationId: HOME.organizationId,
        agentId: HOME.agentIds[1],
      },
    ]);
  });

  it('does so once, however often the job runs', async () => {
    const { send } = await queued();
    await Promise.all([send(), send(), send()]);
    await send();
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('keeps the receipt of a lead that the mirror cannot store: losing it would create the lead twice', async () => {
    const { send, row } = await queued();
    const client = portal.newClient();
    const createLead: typeof client.createLead = async (payload, options) => {
      const lead = await client.createLead(payload, options);
      return lead && { ...lead, status: randomBytes(6_000).toString('hex') };
    };
    expect(await send({ service: { ...client, createLead } })).toEqual({ kind: 'done' });
    const [remote] = await remoteLeads();
    expect(await row()).toMatchObject({ state: 'accepted', leadId: remote?.id });
    const noted = await database.db.select({ leadId: quarantinedLeads.leadId }).from(quarantinedLeads);
    expect(noted).toEqual([{ leadId: remote?.id }]);
    await database.db.delete(quarantinedLeads);
  });

  it('sends nothing in the name of an agent whose submission was transferred in the meantime', async () => {
    const { id, send, row } = await queued();
    const colleague = { organizationId: HOME.organizationId, id: HOME.agentIds[0] ?? '' };
    await database.db.insert(agents).values(colleague).onConflictDoNothing();
    const client = portal.newClient();
    const createLead: typeof client.createLead = async (payload, options) => {
      await database.db.update(submissions).set({ agentId: HOME.agentIds[0] }).where(eq(submissions.id, id));
      return client.createLead(payload, options);
    };
    await send({ service: { ...client, createLead } });
    expect(await remoteLeads()).toEqual([]);
    expect(await row()).toMatchObject({ state: 'queued', attempts: 0, agentId: colleague.id });
  });

  it('links the lead that a webhook brought into the mirror before the response arrived', async () => {
    const { send, row } = await queued();
    const { service, begun, respond } = heldClient(portal.newClient());
    const sent = send({ service });
    await begun;
    const [remote] = await remoteLeads();
    const lead = await portal.service.readLead(remote?.id ?? '');
    if (!lead) throw new Error('the lead is not there');
    await applyLead(database.db, {
      lead,
      readStart: await startRead(database.db, new Date()),
      labelOf: (id) => ({ label: id }),
    });
    respond();
    await sent;
    expect(await row()).toMatchObject({ state: 'accepted', leadId: lead.id });
    expect(await database.db.$count(leads, eq(leads.id, lead.id))).toBe(1);
    const entries = await database.db.select().from(timeline).where(eq(timeline.leadId, lead.id));
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['accepted', 'first-seen']);
  });

  it.each([400, 409, 422])('keeps the service’s words when it refuses with %i', async (validationStatus) => {
    await portal.vendor('PUT', '/shape', { validationStatus });
    const { send, row, kinds } = await queued({ ...ANSWERS, platform: 'nowhere' });
    expect(await send()).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'refused', leadId: null });
    const refusal = (await row())?.refusal;
    expect(refusal?.message ?? Object.values(refusal?.fieldErrors ?? {})[0]).toMatch(/platform/i);
    expect(await kinds()).toEqual(['refused']);
    expect(await send(), 'never retried').toEqual({ kind: 'done' });
    expect(await creates()).toHaveLength(1);
  });

  it('records which field was refused, if the service names it', async () => {
    await portal.vendor('PUT', '/shape', { errorBody: 'errorMap' });
    const { send, row } = await queued({ ...ANSWERS, platform: 'nowhere' });
    await send();
    expect(Object.keys((await row())?.refusal?.fieldErrors ?? {})).toEqual(['platform']);
  });
  it.each(['Agent organization', 'agentId'])(
    'returns a refusal of an ordinary field to the agent, whatever the portal calls it: %s',
    async (label) => {
      await portal.vendor('PUT', '/shape', { errorBody: 'message' });
      const { send, row } = await queued();
      await portal.vendor('POST', '/fields', { fieldId: 'theirAgency', label, type: 'text', required: true });
      await readSchema(database.db, { service: portal.newClient(), now: new Date() });
      await send();
      expect(await row()).toMatchObject({
        state: 'refused',
        refusal: { message: expect.stringContaining(`${label} is required`) },
      });
    },
  );
});
