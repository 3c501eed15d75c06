import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import { metrics } from '@/lib/core/metrics';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { webhookDeliveries, webhookQuarantine, webhookReceivers } from '@/lib/db/schema/webhooks';
import { LEAD_REFRESH } from '@/lib/sync/refresh';
import { freshDatabase } from '@/tests/support/database';
import { findJob, silentLog } from '@/tests/support/rows';
import { type Intake, openIntake } from './receive';

const NOW = new Date('2026-03-02T09:00:00Z');
const LATER = new Date('2026-03-02T09:05:00Z');
const SECRET = 'signing-secret';
const vault = createVault('an application secret of 32 characters', 'webhook-secret');

/** The deliveries that this process has counted, by outcome. */
async function counted(): Promise<Record<string, number>> {
  const { values } = await metrics().deliveries.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
}

let database: Database;
let intake: Intake;
beforeAll(async () => {
  database = await freshDatabase();
  intake = openIntake({ db: database.intake, vault, log: silentLog });
});
afterAll(() => database.close());

const hmac = (signed: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(signed).digest('hex');

async function newReceiver(values: Partial<typeof webhookReceivers.$inferInsert> = {}) {
  const { db } = database;
  const id = newId('receiver');
  const secret = vault.seal(SECRET);
  const url = `https://desk.example/api/webhooks/${id}`;
  await db.insert(webhookReceivers).values({ id, topic: 'lead/update', url, secret, ...values });
  const receive = (
    text: string | Uint8Array,
    { signature = hmac(text) as string | null, now = NOW } = {},
  ) => {
    const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    return intake({ receiverId: id, body, signature, now });
  };
  const row = async () => (await db.select().from(webhookReceivers).where(eq(webhookReceivers.id, id)))[0];
  const deliveries = () => db.select().from(webhookDeliveries).where(eq(webhookDeliveries.receiverId, id));
  const quarantined = () => db.select().from(webhookQuarantine).where(eq(webhookQuarantine.receiverId, id));
  return { id, receive, row, deliveries, quarantined };
}

const notice = (leadId: string, topic = 'lead/update', timestamp = '2026-03-02T08:59:58Z') =>
  JSON.stringify({ id: leadId, topic, timestamp });
const dirty = (leadId: string) => findJob(database.db, { topic: LEAD_REFRESH, key: leadId });

describe('a verified delivery', () => {
  it('is logged and has its lead read', async () => {
    const { receive, deliveries, row } = await newReceiver();
    const leadId = newId('lease');
    expect(await receive(notice(leadId))).toBe('taken');
    expect(await deliveries()).toMatchObject([{ leadId, topic: 'lead/update', count: 1, firstAt: NOW }]);
    expect(await dirty(leadId)).toMatchObject({
      generation: 1,
      payload: { event: 'lead/update' },
      runAt: NOW,
    });
    expect((await row())?.lastDeliveryAt).toEqual(NOW);
  });

  it('is one row however often it is repeated, and each repeat has the lead read again', async () => {
    const { receive, deliveries } = await newReceiver();
    const leadId = newId('lease');
    const before = await counted();
    for (const now of [NOW, NOW, LATER]) expect(await receive(notice(leadId), { now })).toBe('taken');
    await receive('not JSON');
    const after = await counted();
    const risen = Object.entries(after).map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)]);
    expect(Object.fromEntries(risen)).toMatchObject({ stored: 1, repeated: 2, unreadable: 1 });
    expect(await deliveries()).toMatchObject([{ count: 3, firstAt: NOW, lastAt: LATER }]);
    expect((await dirty(leadId))?.generation).toBe(3);
  });

  it('that repeats another has its lead read after a short delay, once for all copies', async () => {
    const { receive } = await newReceiver();
    const leadId = newId('lease');
    await receive(notice(leadId));
    await database.db.delete(jobs).where(eq(jobs.key, leadId));
    for (const now of [NOW, LATER]) await receive(notice(leadId), { now });
    expect(await dirty(leadId)).toMatchObject({ generation: 2, runAt: new Date(NOW.getTime() + 2_000) });
    await receive(notice(leadId, 'lead/update', '2026-03-02T09:00:00Z'));
    expect((await dirty(leadId))?.runAt, 'a new event is read immediately').toEqual(NOW);
  });

  it('that is repeated again and again has its lead read once that is over, and a new event of it immediately', async () => {
    const { receive } = await newReceiver();
    const leadId = newId('lease');
    for (let copies = 0; copies < 11; copies += 1) await receive(notice(leadId));
    await database.db.delete(jobs).where(eq(jobs.key, leadId));
    const inMs = (ms: number) => new Date(NOW.getTime() + ms);
    for (let ms = 0; ms <= 30_000; ms += 500) await receive(notice(leadId), { now: inMs(ms) });
    expect((await dirty(leadId))?.runAt).toEqual(inMs(32_000));
    for (let ms = 30_500; ms <= 90_000; ms += 500) await receive(notice(leadId), { now: inMs(ms) });
    expect((await dirty(leadId))?.runAt, 'a minute after the request at the latest').toEqual(inMs(62_000));
    await receive(notice(leadId, 'lead/update', '2026-03-02T09:00:00Z'), { now: inMs(40_000) });
    expect((await dirty(leadId))?.runAt).toEqual(inMs(40_000));
  });

  it('in a burst has its lead read once no more deliveries of it arrive', async () => {
    const { receive } = await newReceiver();
    const leadId = newId('lease');
    await Promise.all(Array.from({ length: 40 }, () => receive(notice(newId('lease')))));
    for (let ms = 0; ms < 900; ms += 100) {
      const now = new Date(NOW.getTime() + ms);
      await receive(notice(leadId, 'lead/update', now.toISOString()), { now });
    }
    expect(await dirty(leadId)).toMatchObject({
      generation: 9,
      runAt: new Date(NOW.getTime() + 800 + 1_000),
    });
  });

  it('loses no count when fifty copies arrive concurrently', async () => {
    const { receive, deliveries } = await newReceiver();
    const leadId = newId('lease');
    const answers = await Promise.all(Array.from({ length: 50 }, () => receive(notice(leadId))));
    expect(new Set(answers)).toEqual(new Set(['taken']));
    expect((await deliveries()).map(({ count }) => count)).toEqual([50]);
    expect((await dirty(leadId))?.generation).toBeGreaterThanOrEqual(1);
  });

  it.each(['lead/merge', 'Lead/Update', 'payment/create', ''])(
    'of the topic “%s” is stored without further action',
    async (topic) => {
      const { receive, deliveries } = await newReceiver();
      const leadId = newId('lease');
      expect(await receive(notice(leadId, topic))).toBe('taken');
      expect(await deliveries()).toMatchObject([{ topic, leadId }]);
      expect(await dirty(leadId)).toBeUndefined();
    },
  );

  it.each(['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '300000-01-01', '', 'yesterday'])(
    'with the time “%s” triggers a read like any other',
    async (timestamp) => {
      const { receive } = await newReceiver();
      const leadId = newId('lease');
      expect(await receive(notice(leadId, 'lead/delete', timestamp))).toBe('taken');
      expect((await dirty(leadId))?.runAt).toEqual(NOW);
    },
  );

  it('may contain more than the interface documents', async () => {
    const { receive } = await newReceiver();
    const leadId = newId('lease');
    const body = JSON.stringify({ ...JSON.parse(notice(leadId)), attempt: 2, data: { nested: ['\u0000'] } });
    expect(await receive(body)).toBe('taken');
    expect((await dirty(leadId))?.generation).toBe(1);
  });
});

describe('a verified delivery that cannot be parsed', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const withId = (id: string) => `{"id":${id},"topic":"lead/update","timestamp":"2026-03-02T08:59:58Z"}`;
  it.each([
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['cut short', notice('x').slice(0, -4)],
    ['nested ten thousand deep', deep],
    ['with NUL in the id', withId('"a\\u0000b"')],
    ['with half a character in the id', withId('"a\\ud800"')],
    ['with a number too large for an id', withId('1e400000')],
    ['without an id', '{"topic":"lead/update","timestamp":"2026-03-02T08:59:58Z"}'],
    ['with an empty id', withId('""')],
    ['with an id that is a parent path', withId('".."')],
    ['with an id that is a path', withId('"a/../b"')],
    ['with an id that is a query', withId('"a?x=1#"')],
    ['with line ends in the id', withId('"a\\r\\nHost: b"')],
    ['with an id that begins with a space', withId('" a"')],
    ['with a percent sign in the id', withId('"%2e%2e"')],
    ['with an endless id', withId(`"${'x'.repeat(5_000)}"`)],
    ['not UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x00)],
  ])('is stored as raw bytes and requests no read: %s', async (_, body) => {
    const { receive, deliveries, quarantined, row } = await newReceiver();
    const before = await database.db.$count(jobs);
    expect(await receive(body)).toBe('quarantined');
    expect(await receive(body), 'again').toBe('quarantined');
    const kept = await quarantined();
    expect(kept).toMatchObject([{ count: 2 }]);
    expect(Buffer.from(kept[0]?.body ?? [])).toEqual(Buffer.from(body));
    expect(await deliveries()).toEqual([]);
    expect(await database.db.$count(jobs)).toBe(before);
    expect((await row())?.lastDeliveryAt).toEqual(NOW);
  });
});

describe('anything else', () => {
  it.each([
    ['a wrong signature', hmac('{}')],
    ['no signature', null],
    ['an empty signature', ''],
    ['the signature of another subscription', hmac(notice('x'), 'other')],
  ])('with %s is forged and writes nothing', async (_, signature) => {
    const { receive, deliveries, quarantined, row } = await newReceiver();
    const before = await database.db.$count(jobs);
    expect(await receive(notice('x'), { signature })).toBe('forged');
    expect(await deliveries()).toEqual([]);
    expect(await quarantined()).toEqual([]);
    expect(await database.db.$count(jobs)).toBe(before);
    expect(await row()).toMatchObject({ lastDeliveryAt: null });
  });

  it('at an address whose secret is not stored yet must be sent again', async () => {
    const { receive } = await newReceiver({ secret: null });
    expect(await receive(notice('x'))).toBe('not-ready');
  });

  it.each([
    newId('receiver'),
    'rcv_',
    '',
    '\u0000',
    `${newId('receiver')}\u0000`,
    "' or 1=1 --",
    'x'.repeat(100_000),
  ])('at an address that is not ours is unknown', async (receiverId) => {
    const body = new TextEncoder().encode(notice('x'));
    expect(await intake({ receiverId, body, signature: hmac(body), now: NOW })).toBe('unknown');
  });

  it('leaves nothing behind if the lead cannot be marked: it must be sent again', async () => {
    const { receive, deliveries, row } = await newReceiver();
    await database.db.execute(sql`alter table jobs rename to jobs_away`);
    try {
      await expect(receive(notice(newId('lease')))).rejects.toThrow();
    } finally {
      await database.db.execute(sql`alter table jobs_away rename to jobs`);
    }
    expect(await deliveries()).toEqual([]);
    expect((await row())?.lastDeliveryAt).toBeNull();
  });
});

describe('concurrent deliveries', () => {
  it('are committed together, each lead to be read once for all of them', async () => {
    const { receive, deliveries } = await newReceiver();
    const leadIds = Array.from({ length: 5 }, () => newId('lease'));
    await receive(notice('first'));
    const burst = Array.from({ length: 100 }, (_, index) =>
      receive(notice(leadIds[index % 5] ?? '', 'lead/update', `tick ${index % 10}`)),
    );
    expect(new Set(await Promise.all(burst))).toEqual(new Set(['taken']));
    const kept = (await deliveries()).filter(({ leadId }) => leadIds.includes(leadId));
    expect(kept.map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 10));
    for (const leadId of leadIds) {
      const generation = (await dirty(leadId))?.generation ?? 0;
      expect(generation).toBeGreaterThanOrEqual(1);
      expect(generation, 'once for each group, of which there are a few').toBeLessThanOrEqual(5);
    }
  });

  it('at two processes lose no count and never deadlock', async () => {
    const { id, deliveries } = await newReceiver();
    const other = openIntake({ db: database.db, vault, log: silentLog });
    const leadIds = Array.from({ length: 20 }, () => newId('lease'));
    const send = (receive: Intake, leadId: string) => {
      const body = new TextEncoder().encode(notice(leadId));
      return receive({ receiverId: id, body, signature: hmac(body), now: NOW });
    };
    const rounds = Array.from({ length: 10 }, () => [
      ...leadIds.map((leadId) => send(intake, leadId)),
      ...leadIds.toReversed().map((leadId) => send(other, leadId)),
    ]).flat();
    expect(new Set(await Promise.all(rounds))).toEqual(new Set(['taken']));
    expect((await deliveries()).map(({ count }) => count)).toEqual(leadIds.map(() => 20));
  });

  it('are accepted even if one of them cannot be parsed', async () => {
    const { receive, deliveries, quarantined } = await newReceiver();
    const leadId = newId('lease');
    const fates = await Promise.all(['null', notice(leadId), 'null', '[]'].map((text) => receive(text)));
    expect(fates).toEqual(['quarantined', 'taken', 'quarantined', 'quarantined']);
    expect(await deliveries()).toMatchObject([{ leadId }]);
    expect((await quarantined()).map(({ count }) => count).toSorted()).toEqual([1, 2]);
  });
});

describe('an address', () => {
  const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000);

  it('is valid as soon as it exists, and its new secret after two seconds at most', async () => {
    const { id, receive } = await newReceiver({ secret: null });
    expect(await receive(notice('x'))).toBe('not-ready');
    const save = (secret: string) =>
      database.db
        .update(webhookReceivers)
        .set({ secret: vault.seal(secret) })
        .where(eq(webhookReceivers.id, id));
    await save(SECRET);
    expect(await receive(notice('x')), 'at once').toBe('taken');
    await save('another secret');
    const signature = hmac(notice('x'), 'another secret');
    expect(await receive(notice('x'), { signature, now: seconds(2) })).toBe('taken');
    expect(await receive(notice('x'), { now: seconds(2) })).toBe('forged');
  });

  it('that was unknown is accepted as soon as it exists', async () => {
    const id = newId('receiver');
    const body = new TextEncoder().encode(notice('x'));
    const send = () => intake({ receiverId: id, body, signature: hmac(body), now: NOW });
    expect(await send()).toBe('unknown');
    await database.db
      .insert(webhookReceivers)
      .values({ id, topic: 'lead/update', url: 'https://desk.example', secret: vault.seal(SECRET) });
    expect(await send()).toBe('taken');
  });

  it('records when its last delivery arrived: the first immediately, later ones every few seconds', async () => {
    const { receive, row } = await newReceiver();
    await receive(notice('x'));
    expect((await row())?.lastDeliveryAt).toEqual(NOW);
    await receive(notice('x'), { now: seconds(4) });
    expect((await row())?.lastDeliveryAt).toEqual(NOW);
    await receive(notice('x'), { now: seconds(6) });
    expect((await row())?.lastDeliveryAt).toEqual(seconds(6));
  });
});
