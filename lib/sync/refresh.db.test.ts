import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { webhookDeliveries } from '@/lib/db/schema/webhooks';
import { claim } from '@/lib/jobs/claim';
import { finishJob } from '@/lib/jobs/finish';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { findJob } from '@/tests/support/rows';
import { addDelivery, claimedJob } from '@/tests/support/sync';
import { LEAD_REFRESH, refreshLead, requestRefresh } from './refresh';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(() => portal.vendor('POST', '/reset'));

const HOUR_MS = 3_600_000;
const start = new Date();
const later = (ms: number) => new Date(start.getTime() + ms);
const seconds = (count: number) => later(count * 1_000);

type Options = { event?: string; requestedAt?: Date; at?: Date; service?: ServiceClient; attempts?: number };

/** One snapshot of a lead requested at `requestedAt`, at a time of the test's choice. */
async function refresh(
  leadId: string,
  {
    event = 'lead/update',
    at = start,
    requestedAt = at,
    attempts = 1,
    service = portal.newClient(),
  }: Options = {},
) {
  const asked = { requestedAt, requestedOrder: (await startRead(database.db, requestedAt)).order };
  const job = claimedJob({ topic: LEAD_REFRESH, key: leadId, payload: { event }, ...asked, attempts });
  return refreshLead(database.db, { service, job, clock: () => at, random: 0 });
}
const mirrored = async (id: string) => (await database.db.select().from(leads).where(eq(leads.id, id)))[0];
const create = () =>
  portal.vendor<{ id: string }>('POST', '/leads', { lastName: 'Berg', email: 'b@x.example' });
/** A lead that existed in the portal before, and was read here. */
async function readOnce() {
  const { id } = await create();
  await refresh(id);
  const lead = (await portal.service.readLead(id)) ?? expect.fail('it is not there');
  /** This many milliseconds after a full second of the service's clock. */
  const origin = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000;
  const at = (ms: number) => new Date(origin + ms);
  return {
    id,
    /** Events of that topic at these times; the same time again is a repeat. */
    async events(topic: string, times: number[]) {
      for (const ms of times)
        await addDelivery(database.db, { topic, leadId: id, timestamp: at(ms), receivedAt: start });
    },
    /** Reads that show this status, and these times. */
    showing(status: string, updatedMs: number, createdMs = -3_600_000): ServiceClient {
      const shown = {
        ...lead,
        status,
        standard: { ...lead.standard, status },
        updatedAt: at(updatedMs),
        createdAt: at(createdMs),
      };
      return { ...portal.newClient(), readLead: async () => shown };
    },
  };
}
const again = (at: Date) => ({ kind: 'again', at, reason: expect.any(String) });
const done = { kind: 'done' };

describe('reading one lead', () => {
  it('that the service refuses, or that no URL can name, is given up and shown, not requested repeatedly', async () => {
    expect(await refresh('..')).toMatchObject({ kind: 'dead', reason: expect.stringMatching(/^refused: /) });
    const refusing = {
      ...portal.service,
      readLead: () => Promise.reject(new ServiceError('refused', 'lead read: answered 422', { status: 422 })),
    };
    const { id } = await create();
    const outcome = await refresh(id, { service: refusing });
    expect(outcome).toEqual({ kind: 'dead', reason: 'refused: lead read: answered 422' });
    expect(await refresh(id), 'a new request is read as usual').toEqual(done);
  });

  it('updates the mirror to its current state', async () => {
    const { id } = await create();
    expect(await refresh(id)).toEqual(done);
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await refresh(id, { at: seconds(1) });
    expect(await mirrored(id)).toMatchObject({ status: 'won', lastName: 'Berg', confirmedAt: seconds(1) });
  });

  it('ends in the same state for a create, an update and a delete in any order', async () => {
    const { id } = await create();
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    for (const event of ['lead/delete', 'lead/update', 'lead/create']) await refresh(id, { event });
    expect(await mirrored(id)).toMatchObject({ status: 'won', deletedAt: null });
    await portal.vendor('DELETE', `/leads/${id}`);
    for (const [minute, event] of ['lead/delete', 'lead/update', 'lead/create'].entries())
      await refresh(id, { event, at: later(HOUR_MS + minute) });
    expect((await mirrored(id))?.deletedAt).toEqual(later(HOUR_MS));
  });

  it('makes a tombstone of a deleted lead, because of the read, not the event', async () => {
    const { id } = await create();
    await refresh(id);
    expect(await refresh(id, { event: 'lead/delete', at: seconds(1) })).toEqual(done);
    expect((await mirrored(id))?.deletedAt).toBeNull();
    await portal.vendor('DELETE', `/leads/${id}`);
    expect(await refresh(id, { event: 'lead/update', at: later(HOUR_MS) })).toEqual(done);
    expect((await mirrored(id))?.deletedAt).toEqual(later(HOUR_MS));
  });

  it('keeps the tombstone when an update arrives after the delete', async () => {
    const { id } = await create();
    await refresh(id);
    await portal.vendor('DELETE', `/leads/${id}`);
    await refresh(id, { event: 'lead/delete', at: seconds(1) });
    await refresh(id, { event: 'lead/update', at: seconds(200), requestedAt: seconds(2) });
    expect((await mirrored(id))?.deletedAt).toEqual(seconds(1));
  });

  it('retries later when the service cannot be read, and then as late as it asks', async () => {
    const { id } = await create();
    await portal.vendor('PUT', '/faults', { down: true, onlyRoutes: ['read'] });
    const reason = expect.stringContaining('unavailable');
    expect(await refresh(id)).toMatchObject({ kind: 'again', reason });
    await portal.vendor('PUT', '/faults', { down: false, rateLimitedRate: 1 });
    const limited = await refresh(id);
    expect(limited).toMatchObject({ kind: 'again', reason: expect.stringContaining('rate-limited') });
    expect(limited.kind === 'again' && limited.at.getTime() - start.getTime()).toBeGreaterThanOrEqual(1_000);
    expect(await mirrored(id)).toBeUndefined();
  });
});

describe('a service whose reads lag behind its events', () => {
  it('is read 1, 6, 36 and 156 seconds after the request for a lead that it does not show yet', async () => {
    const id = newId('submission');
    const read = (at: Date) => refresh(id, { event: 'lead/create', requestedAt: start, at });
    for (const [at, next] of [
      [0, 1],
      [1, 6],
      [6, 36],
      [36, 156],
    ] as const)
      expect(await read(seconds(at))).toEqual(again(seconds(next)));
    expect(await read(seconds(156))).toEqual(done);
    expect((await portal.calls('read')).filter(({ leadId }) => leadId === id).length).toBeLessThanOrEqual(5);
  });

  it('keeps every refetch when webhooks arrive in between', async () => {
    const id = newId('submission');
    for (const at of [2, 3, 4, 5])
      expect(await refresh(id, { requestedAt: start, at: seconds(at), attempts: at })).toEqual(
        again(seconds(6)),
      );
  });

  it('makes no tombstone of a young lead before the last refetch, unless a delete was reported', async () => {
    const { id } = await create();
    await refresh(id);
    await portal.vendor('DELETE', `/leads/${id}`);
    expect(await refresh(id, { requestedAt: start, at: seconds(36) })).toEqual(again(seconds(156)));
    expect((await mirrored(id))?.deletedAt).toBeNull();
    const { db } = database;
    const delivery = { leadId: id, timestamp: later(40), receivedAt: later(50) };
    await addDelivery(db, { ...delivery, topic: 'lead/delete' });
    await addDelivery(db, { ...delivery, topic: 'lead/update', timestamp: later(20) });
    expect(await refresh(id, { requestedAt: start, at: seconds(36) })).toEqual(done);
    expect((await mirrored(id))?.deletedAt).not.toBeNull();
  });

  it('is read again while it answers with the state before the event, and trusted in the end', async () => {
    const { id } = await create();
    await refresh(id);
    const delivery = { topic: 'lead/update', leadId: id, receivedAt: start };
    await addDelivery(database.db, { ...delivery, timestamp: new Date(Date.now() + 30_000) });
    expect(await refresh(id)).toEqual(again(seconds(1)));
    expect(await refresh(id, { requestedAt: start, at: seconds(6) })).toEqual(again(seconds(36)));
    expect(await refresh(id, { requestedAt: start, at: seconds(156) })).toEqual(done);
  });

  it('shows the edit in the end, and is read at most five times', async () => {
    const { id } = await create();
    await refresh(id);
    await portal.vendor('PUT', '/faults', { readLagMs: 30_000 });
    const { updatedAt } = await portal.vendor<{ updatedAt: string }>('PATCH', `/leads/${id}`, {
      status: 'won',
    });
    const timestamp = new Date(Date.parse(updatedAt) + 1_000);
    await addDelivery(database.db, { topic: 'lead/update', leadId: id, timestamp, receivedAt: start });
    for (const at of [0, 1, 6]) {
      expect(await refresh(id, { requestedAt: start, at: seconds(at) })).toMatchObject({ kind: 'again' });
    }
    await portal.vendor('PUT', '/faults', { readLagMs: 0 });
    await refresh(id, { requestedAt: start, at: seconds(36) });
    expect((await mirrored(id))?.status).toBe('won');
  });

  it('costs one read as soon as it answers with the state of the event', async () => {
    const { id, events, showing } = await readOnce();
    await events('lead/update', [999]);
    const outcome = await refresh(id, { service: showing('won', 0) });
    expect(outcome, 'an event may have milliseconds, a lead seconds').toEqual(done);
  });

  it('costs one read for two edits in one second, if it shows the time of the second', async () => {
    const { id, events, showing } = await readOnce();
    await events('lead/update', [100, 400]);
    expect(await refresh(id, { service: showing('two', 400) })).toEqual(done);
    expect(await mirrored(id)).toMatchObject({ status: 'two' });
  });

  it.each([
    ['finer than a second', [100, 400]],
    ['by the second', [0, 0]],
    ['with different precision', [0, 400]],
  ])('shows the second of two edits in one second in the end, dated %s', async (_, [one = 0, two = 0]) => {
    const { id, events, showing } = await readOnce();
    await events('lead/update', [one, two]);
    const read = (at: number, service: ServiceClient) =>
      refresh(id, { requestedAt: start, at: seconds(at), service });
    expect(await read(1, showing('one', one))).toEqual(again(seconds(6)));
    await read(6, showing('two', two));
    expect(await mirrored(id)).toMatchObject({ status: 'two' });
  });

  it.each([
    ['as the only event', [], 100],
    ['and the event of its creation arrives later', [450], -60_000],
  ])('shows an edit in the second in which its lead was created in the end, %s', async (_, creates, made) => {
    const { id, events, showing } = await readOnce();
    await events('lead/update', [400]);
    await events('lead/create', creates);
    const service = showing('pending', 100, made);
    expect(await refresh(id, { requestedAt: start, at: seconds(1), service })).toEqual(again(seconds(6)));
    await refresh(id, { requestedAt: start, at: seconds(6), service: showing('won', 400, made) });
    expect(await mirrored(id)).toMatchObject({ status: 'won' });
  });

  it('is not suspected because of an old event', async () => {
    const { id } = await create();
    const delivery = { topic: 'lead/update', leadId: id, receivedAt: start };
    await addDelivery(database.db, { ...delivery, timestamp: '1970-01-01T00:00:00Z' });
    expect(await refresh(id)).toEqual(done);
  });

  it.each([
    ['no date', 'yesterday'],
    ['a date far ahead', '9999-01-01T00:00:00Z'],
    ['an hour ahead', later(HOUR_MS).toISOString()],
  ])('is read until the last refetch, and no longer, after an event that has %s', async (_, timestamp) => {
    const { id } = await create();
    await addDelivery(database.db, { topic: 'lead/update', leadId: id, timestamp, receivedAt: start });
    expect(await refresh(id, { requestedAt: start })).toEqual(again(seconds(1)));
    expect(await refresh(id, { requestedAt: start, at: seconds(36) })).toEqual(again(seconds(156)));
    expect(await refresh(id, { requestedAt: start, at: seconds(156) })).toEqual(done);
  });

  it('does not cause another refetch because of old deliveries', async () => {
    const { id } = await create();
    const delivery = { topic: 'lead/update', leadId: id, receivedAt: later(-HOUR_MS) };
    await addDelivery(database.db, { ...delivery, timestamp: seconds(1) });
    expect(await refresh(id)).toEqual(done);
    await database.db.delete(webhookDeliveries);
  });
});

describe('a service that answers with an older state than it did before', () => {
  /** A lead that the mirror knows as of `updatedAt` one hour ahead of the service. */
  async function createAhead() {
    const { id } = await create();
    await refresh(id);
    await database.db
      .update(leads)
      .set({ status: 'newer', serviceUpdatedAt: later(HOUR_MS) })
      .where(eq(leads.id, id));
    return id;
  }

  it('is read again, and is trusted if it says the same at the last refetch', async () => {
    const id = await createAhead();
    const requestedAt = seconds(10);
    expect(await refresh(id, { requestedAt, at: requestedAt })).toEqual(again(seconds(11)));
    expect(await refresh(id, { requestedAt, at: seconds(46) })).toEqual(again(seconds(166)));
    expect((await mirrored(id))?.status).toBe('newer');
    expect(await refresh(id, { requestedAt, at: seconds(166) })).toEqual(done);
    expect((await mirrored(id))?.status).toBe('pending');
  });

  it('is not trusted if the newer state was read after the request', async () => {
    const id = await createAhead();
    await database.db
      .update(leads)
      .set({ readOrder: sql`nextval('event_order') + 1000` })
      .where(eq(leads.id, id));
    await refresh(id, { requestedAt: seconds(10), at: seconds(166) });
    expect((await mirrored(id))?.status).toBe('newer');
  });
});

describe('a lead that changes while it is read', () => {
  it('is read once more', async () => {
    const { db } = database;
    const { id } = await create();
    await requestRefresh(db, { leadId: id, event: 'lead/create', now: start });
    const [job] = await claim(db, { topics: [LEAD_REFRESH], limit: 1, lease: 'one', now: start });
    if (!job) throw new Error('nothing to claim');
    const outcome = await refresh(id);
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await requestRefresh(db, { leadId: id, event: 'lead/update', now: start });
    await finishJob(db, job, outcome, start);
    expect(await findJob(db, { topic: LEAD_REFRESH, key: id })).toMatchObject({ generation: 2, lease: null });
    expect(await claim(db, { topics: [LEAD_REFRESH], limit: 1, lease: 'two', now: start })).toHaveLength(1);
  });

  it('twice in one tick of the service shows the second edit, also when the snapshot raced it', async () => {
    await portal.vendor('PUT', '/shape', { timestamps: 'seconds' });
    const { id } = await create();
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'first' });
    const client = portal.newClient();
    const racing: ServiceClient = {
      ...client,
      async readLead(leadId) {
        const lead = await client.readLead(leadId);
        await portal.vendor('PATCH', `/leads/${id}`, { status: 'second' });
        await refresh(id, { at: seconds(1) });
        return lead;
      },
    };
    await refresh(id, { service: racing });
    expect((await mirrored(id))?.status).toBe('second');
    await refresh(id, { at: seconds(2) });
    expect((await mirrored(id))?.status).toBe('second');
  });
});
