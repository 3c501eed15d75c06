import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { heldClient, queueSubmission } from '@/tests/support/submissions';

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

const queued = () => queueSubmission({ database, portal, viewer });
const creates = async () => (await portal.calls('create')).slice(createsBefore);
const remoteLeads = () => portal.vendor<{ id: string }[]>('GET', '/leads');

describe('a submission that was definitely not sent', () => {
  /** Nothing was stored, it is queued again, and the next run delivers it. */
  async function expectLater({ send, row }: Awaited<ReturnType<typeof queued>>, outcome: unknown) {
    expect(outcome).toMatchObject({
      kind: expect.stringMatching(/^(?:again|paused)$/),
      at: expect.any(Date),
    });
    expect(await row()).toMatchObject({ state: 'queued', leadId: null });
    expect(await remoteLeads()).toEqual([]);
    await portal.vendor('PUT', '/faults', { down: false, rateLimitedRate: 0, onlyRoutes: [] });
    expect(await send({ attempts: 2 })).toEqual({ kind: 'done' });
    expect((await row())?.state).toBe('accepted');
    expect(await remoteLeads()).toHaveLength(1);
  }

  it('after a rate limit waits as long as the service asks', async () => {
    const submission = await queued();
    await portal.vendor('PUT', '/faults', { rateLimitedRate: 1, onlyRoutes: ['create'] });
    const before = Date.now();
    const outcome = await submission.send();
    expect(outcome.kind === 'paused' && outcome.at.getTime()).toBeGreaterThanOrEqual(before + 1_000);
    await expectLater(submission, outcome);
  });

  it('after a refused connection is queued again', async () => {
    const submission = await queued();
    const gone = await openTestPortal();
    await gone.close();
    const service = portal.newClient({ url: gone.url });
    await expectLater(submission, await submission.send({ service }));
  });

  it('without an access token is queued again', async () => {
    const submission = await queued();
    await portal.vendor('PUT', '/faults', { down: true, onlyRoutes: ['token'] });
    await expectLater(submission, await submission.send());
  });

  it('with a refused key is queued again', async () => {
    const submission = await queued();
    const service = portal.newClient({ clientSecret: 'not the secret' });
    await expectLater(submission, await submission.send({ service }));
  });
});

describe('a submission that may have arrived', () => {
  it.each([
    ['stored, then the connection was cut', 'dropAfterStore', 1],
    ['cut before it was stored', 'dropBeforeStore', 0],
  ])('is left to confirming and never sent again: %s', async (_, fault, stored) => {
    const { send, row } = await queued();
    await portal.vendor('PUT', '/faults', { [fault]: 1 });
    expect(await send()).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'confirming', leadId: null });
    await send({ attempts: 2 });
    await send({ attempts: 3 });
    expect(await creates()).toHaveLength(1);
    expect(await remoteLeads()).toHaveLength(stored);
  });

  it('after an incomplete response is too', async () => {
    const { send, row } = await queued();
    await portal.vendor('PUT', '/faults', { truncateAfterStore: 1 });
    await send();
    expect((await row())?.state).toBe('confirming');
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('after a server error is too', async () => {
    const { send, row } = await queued();
    await portal.vendor('PUT', '/faults', { errorRate: 1, onlyRoutes: ['create'] });
    await send();
    expect((await row())?.state).toBe('confirming');
  });

  it('of a worker that stalled is too, and its late response still counts', async () => {
    const { send, row } = await queued();
    const { service, begun, respond } = heldClient(portal.newClient());
    const frozen = send({ service, lease: 'lease-of-the-frozen-worker' });
    await begun;
    expect(await send({ attempts: 2 }), 'another worker claims the lapsed job').toEqual({ kind: 'done' });
    expect((await row())?.state).toBe('confirming');
    respond();
    expect(await frozen).toEqual({ kind: 'done' });
    const [remote] = await remoteLeads();
    expect(await row()).toMatchObject({ state: 'accepted', leadId: remote?.id });
    expect(await creates()).toHaveLength(1);
  });
});
