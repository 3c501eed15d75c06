import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getSubmissionsPage } from '@/app/admin/submissions/query';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { getLeadView } from '@/lib/leads/lead-view';
import { listLeads } from '@/lib/leads/list';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { unclearSubmissions } from '@/tests/support/unclear-submission';

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

const { unclear, mirrorAll, lookThrice } = unclearSubmissions(() => ({ database, portal, viewer }));
const HOUR_MS = 3_600_000;

/** The receipt of the submission on the lead's page. */
async function receiptOf(id: string | null | undefined) {
  return (await getLeadView(database.db, viewer, { id: id ?? '', now: new Date(), locale: 'en' }))?.receipt;
}

describe('an error response from the portal', () => {
  it('is not reported to the admin as no answer', async () => {
    const { id, send } = await queueSubmission({ database, portal, viewer });
    await portal.vendor('PUT', '/faults', { errorRate: 1, errorStatus: 500, onlyRoutes: ['create'] });
    await send();
    const { rows } = (await getSubmissionsPage(database.db, { now: new Date(), locale: 'en' })).unclear;
    expect(rows).toMatchObject([{ id, sent: { status: 500, message: expect.stringContaining('problem') } }]);
  });

  it('and no answer is reported as such', async () => {
    const { row } = await unclear({ stored: false });
    expect((await row())?.attemptLog).toEqual([{ at: (await row())?.attemptedAt?.toISOString() }]);
  });

  it('and is kept as evidence until a person decides', async () => {
    const submission = await queueSubmission({ database, portal, viewer });
    await portal.vendor('PUT', '/faults', { errorRate: 1, errorStatus: 503, onlyRoutes: ['create'] });
    await submission.send();
    await submission.confirm({ at: new Date(Date.now() + 25 * HOUR_MS) });
    const { rows } = (await getSubmissionsPage(database.db, { now: new Date(), locale: 'en' })).reviews;
    expect(rows).toMatchObject([{ id: submission.id, reason: 'unseen', sent: [{ status: 503 }] }]);
  });
});

describe('a gateway’s 404', () => {
  it('refuses nothing: the lead is queued, and after a day a person decides', async () => {
    const fresh = await queueSubmission({ database, portal, viewer });
    const old = await queueSubmission({
      database,
      portal,
      viewer,
      createdAt: new Date(Date.now() - 25 * HOUR_MS),
    });
    await portal.vendor('PUT', '/faults', { errorRate: 1, errorStatus: 404, onlyRoutes: ['create'] });
    expect(await fresh.send()).toMatchObject({
      kind: 'again',
      reason: expect.stringMatching(/^rejected-by-gateway: .*answered 404/),
    });
    expect(await fresh.row()).toMatchObject({ state: 'queued', attempts: 0, attemptLog: [] });
    await old.send();
    expect(await old.row()).toMatchObject({
      state: 'review',
      evidence: { reason: 'rejected-by-gateway' },
      attemptLog: [{ status: 404 }],
    });
    await portal.vendor('PUT', '/faults', { errorRate: 0, onlyRoutes: [] });
    await fresh.send();
    expect((await fresh.row())?.state).toBe('accepted');
  });
});

describe('a 403 to creates alone', () => {
  const FORBIDDEN = { refuseTokens: 403, onlyRoutes: ['create'] };
  afterEach(() => portal.vendor('PUT', '/faults', { refuseTokens: 0, onlyRoutes: [] }));

  it('refuses nothing: the lead is queued, and after a day a person decides', async () => {
    const fresh = await queueSubmission({ database, portal, viewer });
    const old = await queueSubmission({
      database,
      portal,
      viewer,
      createdAt: new Date(Date.now() - 25 * HOUR_MS),
    });
    await portal.vendor('PUT', '/faults', FORBIDDEN);
    expect(await fresh.send()).toMatchObject({
      kind: 'again',
      reason: expect.stringMatching(/^rejected-by-gateway: .*answered 403/),
    });
    expect(await fresh.row()).toMatchObject({ state: 'queued', attempts: 0, attemptLog: [] });
    await old.send();
    expect(await old.row()).toMatchObject({
      state: 'review',
      evidence: { reason: 'rejected-by-gateway' },
      attemptLog: [{ status: 403 }],
    });
  });

  it('is distinguished from a key that is refused everywhere: then the lead waits for the key, without limit', async () => {
    const old = await queueSubmission({
      database,
      portal,
      viewer,
      createdAt: new Date(Date.now() - 25 * HOUR_MS),
    });
    await portal.vendor('PUT', '/faults', { ...FORBIDDEN, onlyRoutes: [] });
    expect(await old.send()).toMatchObject({ kind: 'again', reason: expect.stringMatching(/^auth: /) });
    expect(await old.row()).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('a lead that was sent a second time', () => {
  it('has a receipt that says so, with the agent’s time of submission and the portal’s', async () => {
    const submission = await unclear({ stored: false });
    await lookThrice(submission);
    const submittedAt = new Date(Date.now() - HOUR_MS);
    await database.db.update(submissions).set({ createdAt: submittedAt });
    await submission.send();
    const row = await submission.row();
    const receipt = await receiptOf(row?.leadId);
    expect(receipt).toMatchObject({
      submittedAt: submittedAt.toISOString(),
      acceptedBy: 'response',
      acceptedAt: row?.completedAt?.toISOString(),
    });
    expect(receipt?.sent).toHaveLength(2);
    const [lead] = await database.db
      .select()
      .from(leads)
      .where(eq(leads.id, row?.leadId ?? ''));
    expect(receipt?.portalCreatedAt).toBe(lead?.portalCreatedAt?.toISOString());
    expect(Date.parse(receipt?.portalCreatedAt ?? '')).toBeGreaterThan(submittedAt.getTime() + 60_000);
  });

  it('is listed and shown by the agent’s time of submission, also after the portal changed it', async () => {
    const submittedAt = new Date(Date.now() - HOUR_MS);
    const { send, row } = await queueSubmission({ database, portal, viewer, createdAt: submittedAt });
    await send();
    const id = (await row())?.leadId ?? '';
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await mirrorAll();
    const list = await listLeads(database.db, viewer, { query: DEFAULT_LEADS_QUERY, timeZone: 'UTC' });
    expect(list.rows).toMatchObject([{ id, status: 'won', submittedAt: submittedAt.toISOString() }]);
    const view = await getLeadView(database.db, viewer, { id, now: new Date(), locale: 'en' });
    expect(view?.submittedAt).toBe(submittedAt.toISOString());
  });

  it('is distinguished from one that was found after all', async () => {
    const submission = await unclear({ stored: true });
    await mirrorAll();
    await submission.confirm({ at: submission.later(1) });
    const row = await submission.row();
    expect(await receiptOf(row?.leadId)).toMatchObject({ acceptedBy: 'search', sent: [{}] });
    const [lead] = await database.db.select().from(leads);
    expect(lead?.submittedAt).toEqual(row?.createdAt);
  });
});
