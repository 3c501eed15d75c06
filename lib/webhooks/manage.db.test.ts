import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import type { Database } from '@/lib/db/handle';
import { auditLog, deskSettings } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { webhookDeliveries, webhookReceivers } from '@/lib/db/schema/webhooks';
import type { WebhookTopic } from '@/lib/service/webhook-topics';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { findJob, silentLog } from '@/tests/support/rows';
import { createTopic, deleteTopic, finishRotation, isTopicPending, rotateTopic } from './manage';
import { openIntake } from './receive';
import type { StoredReceiver } from './receiver-rows';
import { ensureSubscriptions, RETIRED_MS, WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from './subscriptions';

const NOW = new Date('2026-03-02T09:00:00Z');
const BASE = 'https://desk.example';
const TOPIC = 'lead/update';
const ADMIN = { personId: 'per_admin', email: 'robin@vendor.example' };
const vault = createVault('an application secret of 32 characters', 'webhook-secret');
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  for (const table of [webhookReceivers, webhookDeliveries, deskSettings, jobs])
    await database.db.delete(table);
  await portal.vendor('POST', '/reset');
  await ensure();
});

const command = (now = NOW) => ({ topic: TOPIC as WebhookTopic, by: ADMIN, now });
const rotate = () => rotateTopic(database.db, { ...command(), baseUrl: BASE });
const ensure = (now = NOW) =>
  ensureSubscriptions(database.db, {
    service: portal.newClient(),
    vault,
    baseUrl: BASE,
    log: silentLog,
    now,
  });

async function rows(): Promise<StoredReceiver[]> {
  const all = await database.db.select().from(webhookReceivers).orderBy(webhookReceivers.createdAt);
  return all.filter(({ topic }) => topic === TOPIC);
}
const standing = async () => (await rows()).filter(({ retiredAt }) => retiredAt === null);

/** The ids of the subscriptions through which the service posts to us for this topic. */
async function live(): Promise<(string | null)[]> {
  type Live = { id: string; topic: string };
  const { subscriptions } = await portal.vendor<{ subscriptions: Live[] }>('GET', '/state');
  return subscriptions.filter(({ topic }) => topic === TOPIC).map(({ id }) => id);
}

/** The two addresses of a rotation under way. */
async function pair(): Promise<[StoredReceiver, StoredReceiver]> {
  const both = await standing();
  const former = both.find(({ id }) => both.some(({ replaces }) => replaces === id));
  const successor = both.find(({ replaces }) => former && replaces === former.id);
  if (!former || !successor || both.length !== 2) throw new Error(`${both.length} addresses stand`);
  return [former, successor];
}

/** Delivers an event to an address, signed with its own secret. */
function deliver(to: StoredReceiver, { leadId = 'L1', now = NOW } = {}) {
  const intake = openIntake({ db: database.db, vault, log: silentLog });
  const body = Buffer.from(JSON.stringify({ id: leadId, topic: TOPIC, timestamp: NOW.toISOString() }));
  const signature = createHmac('sha256', vault.open(to.secret ?? ''))
    .update(body)
    .digest('hex');
  return intake({ receiverId: to.id, body, signature, now });
}

const events = async () =>
  (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ event, subject, email, detail }) =>
    `${email ?? 'desk'} ${event} ${subject} ${detail.step ?? ''}`.trim(),
  );

describe('rotating a subscription', () => {
  it('accepts both addresses, and stores an event that comes through both once', async () => {
    expect(await rotate()).toBe('done');
    expect(await isTopicPending(database.db, TOPIC)).toBe(true);
    await ensure();
    expect(await isTopicPending(database.db, TOPIC)).toBe(false);
    const [former, successor] = await pair();
    expect(await live()).toHaveLength(2);
    expect(vault.open(former.secret ?? '')).not.toBe(vault.open(successor.secret ?? ''));
    expect(await deliver(former)).toBe('taken');
    expect(await deliver(successor)).toBe('taken');
    expect(await database.db.select().from(webhookDeliveries)).toMatchObject([{ leadId: 'L1', count: 2 }]);
  });

  it('ends with the first delivery to the new address: the old subscription is deleted, and stays valid for an hour', async () => {
    await rotate();
    await ensure();
    const [former, successor] = await pair();
    await database.db.delete(jobs);
    await deliver(former);
    const job = { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY };
    expect(await findJob(database.db, job), 'the old address proves nothing').toBeUndefined();
    await deliver(successor);
    expect(await findJob(database.db, job)).toMatchObject({ runAt: NOW });
    expect(await ensure()).toEqual(new Date(NOW.getTime() + RETIRED_MS));
    expect(await live()).toEqual([successor.subscriptionId]);
    expect(await deliver(former)).toBe('taken');
    expect(
      await findJob(database.db, { topic: 'full-sync', key: 'all' }),
      'a full sync is requested',
    ).toBeDefined();
    await ensure(hoursLater(1));
    expect((await rows()).map(({ id }) => id)).toEqual([successor.id]);
    expect(await deliver(former)).toBe('unknown');
  });

  it('can be ended manually once the new subscription exists', async () => {
    await rotate();
    expect(await finishRotation(database.db, command())).toBe('late');
    await ensure();
    const [, successor] = await pair();
    expect(await finishRotation(database.db, command())).toBe('done');
    expect(await finishRotation(database.db, command())).toBe('late');
    await ensure();
    expect(await live()).toEqual([successor.subscriptionId]);
  });

  it('ends automatically after a day, and is undone if only the old address received deliveries', async () => {
    await rotate();
    await ensure();
    const [former, successor] = await pair();
    await deliver(former, { now: hoursLater(20) });
    expect(await ensure(hoursLater(23.5))).toEqual(hoursLater(24));
    await ensure(hoursLater(24));
    expect(await live()).toEqual([former.subscriptionId]);
    await ensure(hoursLater(26));
    expect((await rows()).map(({ id }) => id)).toEqual([former.id]);
    expect(successor.replaces).toBe(former.id);
  });

  it('runs once at a time, however often and however fast it is requested', async () => {
    const came = await Promise.all(Array.from({ length: 10 }, rotate));
    expect(came.filter((one) => one === 'done')).toHaveLength(1);
    expect(await rotate()).toBe('late');
    await ensure();
    await ensure();
    await pair();
    expect(await live()).toHaveLength(2);
  });

  it('is recorded in the audit log with its author, and with the desk’s automatic steps', async () => {
    const before = (await events()).length;
    await rotate();
    await ensure();
    const [, successor] = await pair();
    await deliver(successor);
    await ensure();
    expect((await events()).slice(before)).toEqual([
      `${ADMIN.email} webhook.rotated ${TOPIC} begun`,
      `desk webhook.rotated ${TOPIC} finished`,
    ]);
  });
});

describe('a rotation that fails halfway', () => {
  it('continues if the service was down when the new subscription was to be created', async () => {
    await rotate();
    await portal.vendor('PUT', '/faults', { down: true, onlyRoutes: ['subscribe'] });
    await expect(ensure()).rejects.toMatchObject({ name: 'ServiceError' });
    expect(await live(), 'the old one is live the whole time').toHaveLength(1);
    await portal.vendor('PUT', '/faults', { down: false, onlyRoutes: [] });
    await ensure();
    await pair();
    expect(await live()).toHaveLength(2);
  });

  it('continues with a new address if the secret was lost on creation', async () => {
    await rotate();
    await portal.vendor('PUT', '/faults', { dropAfterSubscribe: 1 });
    await expect(ensure()).rejects.toMatchObject({ name: 'ServiceError' });
    const [, orphan] = await pair();
    expect(orphan.secret).toBeNull();
    expect(await live()).toHaveLength(2);
    await ensure();
    const [former, successor] = await pair();
    expect(successor.id).not.toBe(orphan.id);
    expect((await live()).toSorted()).toEqual([former.subscriptionId, successor.subscriptionId].toSorted());
  });

  it('continues if the process died before the old subscription was deleted', async () => {
    await rotate();
    await ensure();
    const [, successor] = await pair();
    await deliver(successor);
    await portal.vendor('PUT', '/faults', { down: true, onlyRoutes: ['unsubscribe'] });
    await expect(ensure()).rejects.toMatchObject({ name: 'ServiceError' });
    expect(await live()).toHaveLength(2);
    await portal.vendor('PUT', '/faults', { down: false, onlyRoutes: [] });
    await ensure();
    expect(await live()).toEqual([successor.subscriptionId]);
  });

  it('leaves the topic with a live address, whichever of the two is lost', async () => {
    for (const lost of [0, 1] as const) {
      await rotate();
      await ensure();
      const both = await pair();
      await portal.service.deleteSubscription(both[lost].subscriptionId ?? '');
      await ensure();
      const found = await standing();
      expect(found.length).toBeGreaterThanOrEqual(1);
      expect((await live()).toSorted()).toEqual(found.map(({ subscriptionId }) => subscriptionId).toSorted());
      await finishRotation(database.db, command());
      await ensure();
      expect(await live()).toHaveLength(1);
    }
  });
});

describe('deleting a subscription', () => {
  it('turns the topic off until an admin creates it again', async () => {
    expect(await deleteTopic(database.db, command())).toBe('done');
    expect(await deleteTopic(database.db, command())).toBe('late');
    await ensure();
    await ensure(hoursLater(2));
    expect(await live()).toEqual([]);
    expect(await rows()).toEqual([]);
    expect(await createTopic(database.db, command())).toBe('done');
    expect(await createTopic(database.db, command())).toBe('late');
    await ensure(hoursLater(3));
    expect(await live()).toEqual((await standing()).map(({ subscriptionId }) => subscriptionId));
    expect(await live()).toHaveLength(1);
  });

  it('also ends its rotation, and none can begin while it is off', async () => {
    await rotate();
    await ensure();
    await deleteTopic(database.db, command());
    expect(await rotate()).toBe('late');
    await ensure();
    expect(await live()).toEqual([]);
  });

  it('leaves the other topics unchanged', async () => {
    const before = (await database.db.select().from(webhookReceivers)).filter(({ topic }) => topic !== TOPIC);
    await deleteTopic(database.db, command());
    await ensure();
    const after = (await database.db.select().from(webhookReceivers)).filter(({ topic }) => topic !== TOPIC);
    expect(after).toEqual(before);
  });
});
