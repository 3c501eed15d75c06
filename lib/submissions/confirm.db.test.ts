import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { FULL_SYNC } from '@/lib/sync/full-sync';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, findJob } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { unclearSubmissions } from '@/tests/support/unclear-submission';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from './topics';

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

const { unclear, remoteLeads, mirrorAll, addFullSync, lookThrice, MINUTE_MS } = unclearSubmissions(() => ({
  database,
  portal,
  viewer,
}));
const jobOf = (topic: string, key: string) => findJob(database.db, { topic, key });

describe('a submission without a response', () => {
  it('has a search enqueued in the same transaction', async () => {
    const { id } = await unclear({ stored: true });
    expect(await jobOf(SUBMISSION_CONFIRM, id)).toMatchObject({ deadAt: null });
  });

  it('is accepted as soon as the mirror holds its lead, and never sent again', async () => {
    const { confirm, row, kinds, later } = await unclear({ stored: true });
    expect(await confirm({ at: later(0) })).toMatchObject({ kind: 'again' });
    await mirrorAll();
    expect(await confirm({ at: later(0.1) })).toEqual({ kind: 'done' });
    const [remote, ...others] = await remoteLeads();
    expect(others).toEqual([]);
    expect(await row()).toMatchObject({ state: 'accepted', leadId: remote?.id });
    expect(await kinds()).toEqual(['accepted']);
  });

  it('is sent again after three searches without a result, and then makes one lead', async () => {
    const submission = await unclear({ stored: false });
    expect(await lookThrice(submission)).toEqual({ kind: 'done' });
    expect(await submission.row()).toMatchObject({ state: 'queued', attempts: 1 });
    expect(await jobOf(SUBMISSION_SEND, submission.id)).toMatchObject({ deadAt: null });
    await submission.send();
    expect(await submission.row()).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('is not sent again until a full sync began after each search was due', async () => {
    const { confirm, row, later } = await unclear({ stored: false });
    await addFullSync(later(-1));
    await addFullSync(later(0.1));
    await addFullSync(later(11), 'incomplete');
    await addFullSync(later(11), 'stopped');
    for (const minutes of [0.2, 1, 4, 11, 60]) {
      expect(await confirm({ at: later(minutes) })).toMatchObject({ kind: 'again' });
    }
    expect(await row()).toMatchObject({ state: 'confirming', emptySearches: 0 });
    expect(await jobOf(FULL_SYNC, 'all'), 'requests that full sync').toBeDefined();
  });

  it('counts one full sync for one search at most: three take ten minutes', async () => {
    const { confirm, row, later } = await unclear({ stored: false });
    await addFullSync(later(1));
    expect(await confirm({ at: later(1) })).toMatchObject({ kind: 'again' });
    expect(await confirm({ at: later(1) })).toMatchObject({ kind: 'again' });
    expect(await row()).toMatchObject({ state: 'confirming', emptySearches: 1 });
  });

  it('is found even if the vendor deleted the lead since', async () => {
    const { confirm, row, later } = await unclear({ stored: true });
    await mirrorAll();
    await database.db.update(leads).set({ deletedAt: new Date() });
    await confirm({ at: later(1) });
    expect((await row())?.state).toBe('accepted');
  });

  it('goes to a person after a second attempt without a trace', async () => {
    const submission = await unclear({ stored: false });
    await lookThrice(submission);
    await portal.vendor('PUT', '/faults', { dropBeforeStore: 1 });
    await submission.send();
    expect(await submission.row()).toMatchObject({ state: 'confirming', attempts: 2, emptySearches: 0 });
    await lookThrice(submission);
    expect(await submission.row()).toMatchObject({
      state: 'review',
      evidence: { reason: 'resent', leadIds: [] },
    });
  });

  it('finds the lead of the first attempt if that turns up while the second is unclear', async () => {
    const submission = await unclear({ stored: true });
    await lookThrice(submission);
    await portal.vendor('PUT', '/faults', { dropBeforeStore: 1 });
    await submission.send();
    await mirrorAll();
    await submission.confirm({ at: submission.later(11) });
    expect(await submission.row()).toMatchObject({ state: 'accepted' });
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('is confirmed, not refused, when the service refuses it the second time', async () => {
    const submission = await unclear({ stored: true });
    await lookThrice(submission);
    await portal.vendor('PATCH', '/fields/platform', { required: true });
    await portal.vendor('PATCH', '/fields/platform/options/web-store', { active: false });
    await submission.send();
    expect((await submission.row())?.state).toBe('confirming');
    await mirrorAll();
    await submission.confirm({ at: submission.later(11) });
    expect((await submission.row())?.state).toBe('accepted');
  });

  it('is never sent again after the service said that it created the lead, even if the lead is not found', async () => {
    const submission = await queueSubmission({ database, portal, viewer });
    await portal.vendor('PUT', '/faults', { truncateAfterStore: 1 });
    await submission.send();
    const sent = (await submission.row())?.attemptedAt?.getTime() ?? 0;
    await lookThrice({ ...submission, later: (minutes) => new Date(sent + minutes * MINUTE_MS) });
    expect(await submission.row()).toMatchObject({ state: 'review', evidence: { reason: 'created' } });
  });

  it('goes to a person if the service could not be searched for a day', async () => {
    const { confirm, row, later } = await unclear({ stored: true });
    await confirm({ at: later(24 * 60 + 1) });
    expect(await row()).toMatchObject({ state: 'review', evidence: { reason: 'unseen' } });
  });
});

describe('similar leads', () => {
  const who = { firstName: 'Nils', lastName: 'Berg', email: 'berg@alder.example' };
  const [otherAgent = '', agent = ''] = HOME.agentIds;
  const owner = { partnerOrganizationId: HOME.organizationId, agentId: agent };

  it('are not matched: another person’s, another agent’s, an older one, one that is claimed', async () => {
    const claimed = await queueSubmission({ database, portal, viewer });
    await claimed.send();
    const { confirm, row, later } = await unclear({ stored: false });
    await portal.vendor('POST', '/leads', { ...who, ...owner, email: 'someone.else@alder.example' });
    await portal.vendor('POST', '/leads', { ...who, ...owner, agentId: otherAgent });
    await mirrorAll();
    const [lead] = await database.db.select().from(leads).where(eq(leads.agentId, otherAgent));
    const anHourBefore = { submittedAt: later(-60), agentId: agent };
    await database.db.insert(leads).values({ ...copyOf(lead), id: 'an-old-duplicate', ...anHourBefore });
    expect(await confirm({ at: later(1) })).toMatchObject({ kind: 'again' });
    expect((await row())?.state).toBe('confirming');
  });

  it('go to a person if two of them match', async () => {
    const { confirm, row, later } = await unclear({ stored: true });
    await mirrorAll();
    const [lead] = await database.db.select().from(leads);
    await database.db.insert(leads).values({ ...copyOf(lead), id: 'its-duplicate' });
    await confirm({ at: later(1) });
    expect(await row()).toMatchObject({ state: 'review', evidence: { reason: 'several' } });
    expect((await row())?.evidence?.leadIds.toSorted()).toEqual([lead?.id, 'its-duplicate'].toSorted());
  });

  it('go to a person if two unclear submissions would both match', async () => {
    const one = await unclear({ stored: true });
    await unclear({ stored: false });
    await mirrorAll();
    await one.confirm({ at: one.later(1) });
    expect(await one.row()).toMatchObject({ state: 'review', evidence: { reason: 'unlike' } });
  });
});

/** A row that can be inserted again, without its generated column. */
function copyOf(lead: typeof leads.$inferSelect | undefined): typeof leads.$inferInsert {
  if (!lead) throw new Error('there is no lead to copy');
  const { sortValue: _sortValue, ...row } = lead;
  return row;
}

describe('with a portal field for the submission’s number', () => {
  const marker = 'deskReference';
  beforeEach(() =>
    portal.vendor('POST', '/fields', { fieldId: marker, label: 'Desk reference', type: 'text' }),
  );

  it('the right one of two duplicates is known for certain', async () => {
    const one = await unclear({ stored: true, marker });
    const two = await unclear({ stored: true, marker });
    await mirrorAll();
    await two.confirm({ at: two.later(1), marker });
    await one.confirm({ at: one.later(1), marker });
    const rows = [await one.row(), await two.row()];
    expect(rows.map((row) => row?.state)).toEqual(['accepted', 'accepted']);
    const held = await portal.vendor<{ id: string; customFields: Record<string, string> }[]>('GET', '/leads');
    for (const row of rows) {
      expect(held.find(({ id }) => id === row?.leadId)?.customFields[marker]).toBe(row?.id);
    }
  });
});
