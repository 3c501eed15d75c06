import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import type { Database } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import type { ClaimedJob } from '@/lib/jobs/job';
import { ServiceError } from '@/lib/service/error';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { silentLog } from '@/tests/support/rows';
import {
  ensureSubscriptions,
  ensureWebhooksJob,
  WEBHOOKS_ENSURE,
  WEBHOOKS_ENSURE_KEY,
} from './subscriptions';

const NOW = new Date('2026-03-02T09:00:00Z');
const BASE = 'https://desk.example';
const vault = createVault('an application secret of 32 characters', 'webhook-secret');

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await database.db.delete(webhookReceivers);
  await portal.vendor('POST', '/reset');
});

const task = (changes: object = {}) => ({
  service: portal.service,
  vault,
  baseUrl: BASE,
  log: silentLog,
  now: NOW,
  ...changes,
});
const ensure = (changes: object = {}) => ensureSubscriptions(database.db, task(changes));
const receivers = () => database.db.select().from(webhookReceivers).orderBy(webhookReceivers.topic);

type Live = { id: string; topic: string; url: string };
async function live(): Promise<Live[]> {
  const { subscriptions } = await portal.vendor<{ subscriptions: Live[] }>('GET', '/state');
  return subscriptions.sort((a, b) => a.topic.localeCompare(b.topic));
}

/** Expects exactly one subscription per topic, at an address whose secret we can open. */
async function expectWhole() {
  const [rows, subscriptions] = [await receivers(), await live()];
  expect(subscriptions.map(({ topic }) => topic)).toEqual([...WEBHOOK_TOPICS].sort());
  expect(rows.map(({ topic, url, subscriptionId }) => ({ topic, url, id: subscriptionId }))).toEqual(
    subscriptions.map(({ topic, url, id }) => ({ topic, url, id })),
  );
  for (const row of rows) {
    expect(row.url).toBe(`${BASE}/api/webhooks/${row.id}`);
    expect(vault.open(row.secret ?? '')).toMatch(/^[0-9a-f]{64}$/);
  }
  return rows;
}

it('subscribes once though the list cannot be read, and says that it cannot', async () => {
  const listSubscriptions = () => Promise.reject(new ServiceError('unexpected', 'the answer has no list'));
  const service = { ...portal.service, listSubscriptions };
  for (let run = 0; run < 3; run += 1)
    await expect(ensure({ service })).rejects.toMatchObject({ kind: 'unexpected' });
  await expectWhole();
});

describe('ensuring the subscriptions', () => {
  it('creates one for each topic, and keeps the secrets sealed', async () => {
    await ensure();
    const rows = await expectWhole();
    expect(rows.some(({ secret }) => /^[0-9a-f]{64}$/.test(secret ?? ''))).toBe(false);
  });

  it('changes nothing when all are in order', async () => {
    await ensure();
    const before = await receivers();
    await ensure();
    expect(await receivers()).toEqual(before);
    expect(await live()).toHaveLength(3);
  });

  it('deletes one whose secret was lost on creation, and creates it again', async () => {
    await ensure();
    const [lost] = await receivers();
    await database.db.update(webhookReceivers).set({ secret: null, subscriptionId: null });
    await ensure();
    const rows = await expectWhole();
    expect(rows.map(({ id }) => id)).not.toContain(lost?.id);
  });

  it('replaces all of them for a database that was replaced', async () => {
    await ensure();
    await database.db.delete(webhookReceivers);
    await ensure();
    await expectWhole();
  });

  it('replaces those whose secret was sealed under another APP_SECRET', async () => {
    await ensure({ vault: createVault('another application secret, 32 chars', 'webhook-secret') });
    await ensure();
    await expectWhole();
  });

  it('creates them again after the key that created them was revoked', async () => {
    await ensure();
    const before = await receivers();
    await portal.vendor('POST', '/keys/revoke');
    const key = await portal.vendor<{ clientId: string; clientSecret: string }>('POST', '/keys', {
      name: 'Second',
    });
    expect(await live()).toEqual([]);
    await ensure({ service: portal.newClient(key) });
    const rows = await expectWhole();
    expect(rows.map(({ id }) => id).filter((id) => before.some((row) => row.id === id))).toEqual([]);
  });

  it('leaves subscriptions of other addresses alone', async () => {
    const foreign = { topic: 'lead/update', url: 'https://desk.example.other/api/webhooks/x' };
    await portal.service.createSubscription(foreign);
    await portal.service.createSubscription({ topic: 'lead/update', url: `${BASE}/other` });
    await ensure();
    expect(await live()).toHaveLength(5);
  });

  it('moves them when the address of this desk changes', async () => {
    await ensure({ baseUrl: 'https://old.example' });
    await ensure();
    await expectWhole();
  });

  it('leaves at most one behind that cannot be verified, however often the answer gets lost', async () => {
    const atHome = async () => (await portal.service.listSubscriptions()).length;
    const service = portal.newClient();
    const createSubscription: typeof service.createSubscription = async (wanted) => {
      await service.createSubscription(wanted);
      throw new ServiceError('unavailable', 'subscription: no answer', { step: 'call', reached: 'maybe' });
    };
    for (let tries = 0; tries < 4; tries += 1) {
      await expect(ensure({ service: { ...service, createSubscription } })).rejects.toMatchObject({
        name: 'ServiceError',
      });
      expect(await atHome()).toBe(1);
    }
    await ensure();
    await expectWhole();
  });

  it('keeps the topics that the service accepts when it refuses one of them', async () => {
    const service = portal.newClient();
    const createSubscription: typeof service.createSubscription = async (wanted) => {
      if (wanted.topic !== 'lead/create') return service.createSubscription(wanted);
      throw new ServiceError('refused', 'subscription: answered 422', {
        step: 'call',
        status: 422,
        reached: 'no',
      });
    };
    await expect(ensure({ service: { ...service, createSubscription } })).rejects.toMatchObject({
      kind: 'refused',
    });
    const whole = (await receivers()).filter(({ secret }) => secret !== null).map(({ topic }) => topic);
    expect(whole.toSorted()).toEqual(['lead/delete', 'lead/update']);
    await ensure();
    await expectWhole();
  });

  it('continues where it stopped when the service fails in between', async () => {
    await portal.vendor('PUT', '/faults', { down: true, onlyRoutes: ['subscribe'] });
    await expect(ensure()).rejects.toMatchObject({ name: 'ServiceError' });
    expect((await receivers()).map(({ secret }) => secret)).toEqual([null]);
    await portal.vendor('PUT', '/faults', { down: false });
    await ensure({ service: portal.newClient() });
    await expectWhole();
  });
});

describe('the job that ensures them', () => {
  const job: ClaimedJob = {
    id: 1,
    topic: WEBHOOKS_ENSURE,
    key: WEBHOOKS_ENSURE_KEY,
    payload: {},
    priority: 1,
    lease: 'lease',
    generation: 1,
    requestedAt: new Date(),
    requestedOrder: 0,
    attempts: 1,
    failures: 0,
  };

  it('repeats in an hour', async () => {
    const outcome = await ensureWebhooksJob(database.db, { ...task(), job, random: 0 });
    expect(outcome).toEqual({ kind: 'repeat', at: new Date('2026-03-02T10:00:00Z') });
    await expectWhole();
  });

  it('repeats soon when the service fails', async () => {
    await portal.vendor('PUT', '/faults', { down: true });
    const service = portal.newClient();
    const outcome = await ensureWebhooksJob(database.db, { ...task({ service }), job, random: 0 });
    expect(outcome).toMatchObject({ kind: 'again', reason: expect.stringContaining('unavailable') });
  });
});
