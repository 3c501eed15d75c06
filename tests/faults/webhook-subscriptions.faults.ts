import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { post, readSubscriptions } from '../support/desk/deliver';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { enterLead, isMayas, isOld, seenOf, untilSeen } from './webhooks/portal-lead';

describe('a desk whose subscription lost its secret at creation', () => {
  let desk: Desk;
  let meanwhile: Promise<number>;
  beforeAll(async () => {
    desk = await startDesk({
      engine: 'postgres',
      webs: 1,
      workers: 1,
      prepare: async (portal) => {
        // Slow listing: the orphan lives long enough to receive an event.
        const slow = { latencyMs: 5_000, onlyRoutes: ['subscriptions' as const] };
        await portal.vendor.setFaults({ dropAfterSubscribe: 1, ...slow });
        meanwhile = statusOfFirstSubscription(portal);
      },
    });
  });
  afterAll(() => desk.stop());

  it('row 12: secret lost at birth: the orphan is replaced, and nothing is acknowledged until then', async () => {
    await desk.vendor.setFaults({ latencyMs: 0, onlyRoutes: [] });
    expect(await meanwhile).toBe(503);
    const callsOf = async (route: string) =>
      (await desk.vendor.readLog()).filter((entry) => entry.route === route).length;
    await until('the orphan is removed', async () => (await callsOf('unsubscribe')) === 1);
    expect(await callsOf('subscribe')).toBe(4);
    const live = (await desk.vendor.listSubscriptions()).map(({ topic }) => topic).sort();
    expect(live).toEqual(['lead/create', 'lead/delete', 'lead/update']);

    const maya = await signIn(desk.door, 'Maya Lindqvist');
    const lead = await enterLead(desk, 'Row12');
    await untilSeen(maya, { id: lead.id, as: 'Pending' });
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
});

describe('events and their effects', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1 });
    await desk.vendor.setSettings({ retryFirstMs: 300, retryCapMs: 1_000 });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterEach(async () => {
    await desk.vendor.setFaults({ respondLateMs: 0, holdDeliveries: false });
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
  afterAll(() => desk.stop());

  it('row 11: webhook beats create reply: one lead in the mirror, and it is the submission’s', async () => {
    await desk.vendor.setFaults({ respondLateMs: 4_000 });
    const submitting = maya.submit('Row11-1');
    const lead = await until('the portal has stored it', () =>
      desk.vendor.leadOf('Row11-1').catch(() => undefined),
    );
    await untilSeen(maya, { id: lead.id, as: 'Pending', withinMs: 3_500 });
    const { submissionId, state } = await submitting;
    expect(state, 'accepted is said only after the portal said so').toBe('sending');
    await until('it is accepted', async () => (await maya.submission(submissionId)).state === 'accepted');
    expect((await maya.submission(submissionId)).leadId).toBe(lead.id);
    expect((await maya.page('/leads?q=Row11-1')).text).toContain('1 lead,');
  });

  it('row 15: wrong secret: what was answered 401 is redelivered and accepted once the secret is right', async () => {
    const lead = await enterLead(desk, 'Row15');
    await untilSeen(maya, { id: lead.id, as: 'Pending' });
    await swapSecrets(desk);
    // The desk caches secrets for a moment.
    await until('deliveries are refused', async () => {
      await desk.vendor.changeLead(lead.id, { status: 'lost' });
      return (await desk.vendor.listDeliveries()).some(({ outcome }) => outcome === '401');
    });
    await desk.vendor.changeLead(lead.id, { status: 'won' });
    await swapSecrets(desk);
    await untilSeen(maya, { id: lead.id, as: 'Won', withinMs: 15_000 });
    await untilQuiet(desk);
    expect((await desk.vendor.listDeliveries()).every(({ outcome }) => outcome === '200')).toBe(true);
  });

  it('row 15: wrong secret: an admin sees that deliveries are refused', async () => {
    const admin = await signIn(desk.door, 'Robin Hale');
    // Batched for ten seconds: a forger must not make the desk write.
    const isVisibleNotice = async () => /wrong signature/.test((await admin.page('/admin/health')).text);
    await until('the admin is told', isVisibleNotice, { withinMs: 20_000 });
  });

  it('row 16: outage beyond the retry window: one full sync repairs creates, edits and deletes', async () => {
    // Old leads: a lead created just before it vanished may only lag.
    const [edited, deleted] = (await desk.vendor.listLeads()).filter((lead) => isMayas(lead) && isOld(lead));
    if (!edited || !deleted) throw new Error('The fresh portal has no two leads of Maya.');
    await desk.vendor.setFaults({ holdDeliveries: true });
    const created = await enterLead(desk, 'Row16-3');
    const status = edited.status === 'won' ? 'lost' : 'won';
    await desk.vendor.changeLead(edited.id, { status });
    await desk.vendor.deleteLead(deleted.id);
    await desk.vendor.dropDeliveries();
    await desk.vendor.setFaults({ holdDeliveries: false });
    expect(await seenOf(maya, created.id)).toBe('page 404');

    await fullSyncOnce(desk);
    await untilSeen(maya, { id: created.id, as: 'Pending' });
    await untilSeen(maya, { id: edited.id, as: status === 'won' ? 'Won' : 'Lost' });
    await untilSeen(maya, { id: deleted.id, as: 'deleted' });
  });
});

/** The desk's answer to an event at its first subscribed address, as soon as it exists. */
async function statusOfFirstSubscription(portal: Parameters<typeof readSubscriptions>[0]): Promise<number> {
  const order = { withinMs: 30_000, everyMs: 5 };
  const first = () => (existsSync(portal.sandboxFile) ? readSubscriptions(portal)[0] : undefined);
  const orphan = await until('the desk subscribes', first, order);
  const body = JSON.stringify({ id: 'any', topic: orphan.topic, timestamp: '2026-03-02T09:00:00Z' });
  const answered = async () => (await post({ ...orphan, body })).status || undefined;
  return until('the desk answers', answered, order);
}

/** Deploys the wrong secrets, and by a second call the right ones. */
async function swapSecrets({ sql }: Desk): Promise<void> {
  await sql?.query(
    `update webhook_receivers one set secret = other.secret from webhook_receivers other
      where (one.topic, other.topic) in (('lead/update', 'lead/delete'), ('lead/delete', 'lead/update'))`,
  );
}

/** Ends the quarter of an hour between two full syncs. Waits for the end of exactly one. */
async function fullSyncOnce({ sql }: Desk): Promise<void> {
  const now = new Date();
  await sql?.query(`update jobs set run_at = now() where topic = 'full-sync'`);
  await until('a full sync is complete', async () => {
    const found = await sql?.query(`select 1 from full_syncs where state = 'complete' and started_at >= $1`, [
      now,
    ]);
    return (found?.rows.length ?? 0) > 0;
  });
}
