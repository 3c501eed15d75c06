import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, silentLog } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { unclearSubmissions } from '@/tests/support/unclear-submission';
import { resendSubmission } from './review';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[1] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  for (const table of [submissions, leads, jobs, fullSyncs]) await database.db.delete(table);
});

const { unclear, remoteLeads, mirrorAll, lookThrice } = unclearSubmissions(() => ({
  database,
  portal,
  viewer,
}));
const [otherAgent = '', agent = ''] = HOME.agentIds;
const owner = { partnerOrganizationId: HOME.organizationId, agentId: agent };
const who = { firstName: 'Nils', lastName: 'Berg', email: 'berg@alder.example' };

/** The portal's only lead, changed by the vendor before this desk read it. */
async function vendorChanges(changes: object) {
  const [lead] = await remoteLeads();
  await portal.vendor('PATCH', `/leads/${lead?.id}`, changes);
  return lead?.id ?? '';
}

describe('a lead of the same person that the vendor typed in, and that this desk reads only after its attempt', () => {
  const typedIn = () =>
    portal.vendor<{ id: string }>('POST', '/leads', { ...who, ...owner, platform: 'web-store' });

  it.each([
    ['arrived', true],
    ['did not', false],
  ])('is not matched with the submission, whether that one %s: a person decides', async (_, stored) => {
    const typed = stored ? undefined : await typedIn();
    const submission = await unclear({ stored });
    const other = typed ?? (await typedIn());
    await mirrorAll();
    await submission.confirm({ at: submission.later(1) });
    const row = await submission.row();
    expect(row).toMatchObject({ state: 'review', leadId: null, attempts: 1 });
    expect(row?.evidence?.reason).toBe(stored ? 'several' : 'unlike');
    expect(row?.evidence?.leadIds).toContain(other.id);
  });

  it('does not hide the lead that was sent: that one is recognised by all of its answers', async () => {
    const submission = await unclear({ stored: true });
    const [made] = await remoteLeads();
    await mirrorAll();
    await submission.confirm({ at: submission.later(1) });
    expect(await submission.row()).toMatchObject({ state: 'accepted', leadId: made?.id });
  });
});

describe('a lead that arrived and was changed in the portal before this desk read it', () => {
  it.each([
    ['name', { firstName: 'Nicholas', lastName: 'Hill' }, ['email']],
    ['email address', { email: 'n@elsewhere.example' }, ['lastName']],
    ['agent', { agentId: otherAgent }, ['email', 'lastName']],
    [
      'name and email address',
      { firstName: 'N', lastName: 'Hill', email: 'n@elsewhere.example' },
      ['companyName', 'value'],
    ],
  ])('is not sent again: its %s', async (_, changes, shared) => {
    const submission = await unclear({ stored: true });
    const leadId = await vendorChanges(changes);
    await mirrorAll();
    await lookThrice(submission);
    expect(await submission.row()).toMatchObject({
      state: 'review',
      attempts: 1,
      evidence: { reason: 'similar', leadIds: [leadId] },
    });
    const found = (await submission.row())?.evidence?.shared?.[leadId];
    expect(found).toEqual(expect.arrayContaining(shared));
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('is not sent again if it turns up after the decision to send it again', async () => {
    const submission = await unclear({ stored: true });
    await lookThrice(submission);
    expect((await submission.row())?.state).toBe('queued');
    await vendorChanges({ email: 'n@elsewhere.example' });
    await mirrorAll();
    await submission.send();
    expect((await submission.row())?.state).toBe('confirming');
    await submission.confirm({ at: submission.later(11) });
    expect(await submission.row()).toMatchObject({ state: 'review', evidence: { reason: 'similar' } });
    expect(await remoteLeads()).toHaveLength(1);
  });
});

describe('leads that need no decision', () => {
  it('are those known before it was sent, those of other people, and those of other submissions', async () => {
    await portal.vendor('POST', '/leads', { ...who, ...owner, email: 'old@elsewhere.example' });
    await mirrorAll();
    const submission = await unclear({ stored: false });
    const stranger = { firstName: 'Ada', lastName: 'Vik', email: 'vik@birch.example' };
    await portal.vendor('POST', '/leads', { ...stranger, ...owner });
    const colleague = await queueSubmission({
      database,
      portal,
      viewer,
      answers: { ...stranger, platform: 'web-store', companyName: 'Alder', consent: true },
    });
    await colleague.send();
    await mirrorAll();
    await lookThrice(submission);
    expect(await submission.row()).toMatchObject({ state: 'queued', evidence: null });
  });

  it('are those that another unclear submission became', async () => {
    const submission = await unclear({ stored: false });
    const other = { firstName: 'Ada', lastName: 'Vik', email: 'vik@alder.example' };
    await unclear({
      stored: true,
      answers: { ...other, platform: 'web-store', companyName: 'Alder', consent: true },
    });
    await mirrorAll();
    await lookThrice(submission);
    expect(await submission.row()).toMatchObject({ state: 'queued' });
  });
});

describe('with a field for the submission’s number', () => {
  const marker = 'deskReference';
  beforeEach(() =>
    portal.vendor('POST', '/fields', { fieldId: marker, label: 'Desk reference', type: 'text' }),
  );

  /** The effect on the mirror of a list that omits custom fields. */
  async function listWithoutMarker() {
    for (const { id } of await remoteLeads()) {
      const lead = await portal.service.readLead(id);
      if (!lead) throw new Error('the lead is not there');
      await applyLead(database.db, {
        lead: { ...lead, custom: {} },
        readStart: await startRead(database.db, new Date()),
        labelOf: (field) => ({ label: field }),
      });
    }
  }

  it('a lead whose list row omits that field is read before anything is decided', async () => {
    const submission = await unclear({ stored: true, marker });
    const leadId = await vendorChanges({
      firstName: 'N',
      lastName: 'Hill',
      email: 'n@elsewhere.example',
      agentId: otherAgent,
    });
    await listWithoutMarker();
    await lookThrice(submission, { marker });
    expect(await submission.row()).toMatchObject({ state: 'accepted', leadId });
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('no search counts as empty while such a lead cannot be read', async () => {
    const submission = await unclear({ stored: true, marker });
    await listWithoutMarker();
    await portal.vendor('PUT', '/faults', { errorRate: 1, onlyRoutes: ['read'] });
    await lookThrice(submission, { marker });
    expect(await submission.row()).toMatchObject({ state: 'confirming', emptySearches: 0 });
  });

  it('a similar lead that lost its number in the portal is shown to a person', async () => {
    const submission = await unclear({ stored: true, marker });
    const leadId = await vendorChanges({ customFields: { [marker]: null } });
    await mirrorAll();
    await lookThrice(submission, { marker });
    expect(await submission.row()).toMatchObject({
      state: 'review',
      evidence: { reason: 'similar', leadIds: [leadId] },
    });
  });
});

describe('an admin who sends it again', () => {
  const decision = (submissionId: string, seenLeads: string[]) => ({
    submissionId,
    seenAttempts: 1,
    seenLeads,
    by: viewer,
    now: new Date(),
    log: silentLog,
  });

  it('is first shown a similar lead that arrived after the page was drawn', async () => {
    const submission = await unclear({ stored: true });
    await submission.confirm({ at: submission.later(24 * 60 + 1) });
    expect(await submission.row()).toMatchObject({ state: 'review', evidence: { reason: 'unseen' } });
    const leadId = await vendorChanges({ email: 'n@elsewhere.example' });
    await mirrorAll();
    const { db } = database;
    expect(await resendSubmission(db, decision(submission.id, []))).toEqual({ kind: 'similar' });
    expect(await submission.row()).toMatchObject({ state: 'review', evidence: { leadIds: [leadId] } });
    expect(await resendSubmission(db, decision(submission.id, [])), 'the page is still the old one').toEqual({
      kind: 'similar',
    });
    expect(await resendSubmission(db, decision(submission.id, [leadId]))).toEqual({ kind: 'done' });
    await submission.send();
    expect(await submission.row(), 'leads that were ruled out block nothing').toMatchObject({
      state: 'accepted',
    });
    expect(await remoteLeads()).toHaveLength(2);
  });
});
