import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { freshDatabase } from '@/lib/db/testing';
import { findJob } from '@/lib/db/testing-rows';
import { newId } from '@/lib/ids';
import { claim } from '@/lib/jobs/claim';
import type { ClaimedJob } from '@/lib/jobs/job';
import { settle } from '@/lib/jobs/settle';
import { openTestPortal, type TestPortal } from '@/lib/portal/testing';
import { LEAD_REFRESH, markDirty, refreshLead } from './refresh';

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
type Options = { event?: string; attempts?: number; at?: Date };

function refresh(leadId: string, { event = 'lead/update', attempts = 1, at = start }: Options = {}) {
  const counters = { generation: 1, askedAt: start, attempts, failures: 0 };
  const job: ClaimedJob = {
    id: 1,
    topic: LEAD_REFRESH,
    key: leadId,
    payload: { event },
    lease: '',
    ...counters,
  };
  return refreshLead(database.db, { service: portal.newClient(), job, clock: () => at, chance: 0 });
}
const mirrored = async (id: string) => (await database.db.select().from(leads).where(eq(leads.id, id)))[0];
const create = () =>
  portal.vendor<{ id: string }>('POST', '/leads', { lastName: 'Berg', email: 'b@x.example' });
const again = (seconds: number) => ({ kind: 'again', at: later(seconds * 1_000), reason: 'not there yet' });

describe('reading one lead', () => {
  it('brings it into the mirror as it is now', async () => {
    const { id } = await create();
    expect(await refresh(id)).toEqual({ kind: 'done' });
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await refresh(id, { at: later(1_000) });
    expect(await mirrored(id)).toMatchObject({ status: 'won', lastName: 'Berg', confirmedAt: later(1_000) });
  });

  it('ends alike for a create, an update and a delete in any order', async () => {
    const { id } = await create();
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    for (const event of ['lead/delete', 'lead/update', 'lead/create']) await refresh(id, { event });
    expect(await mirrored(id)).toMatchObject({ status: 'won', deletedAt: null });
    await portal.vendor('DELETE', `/leads/${id}`);
    for (const [minute, event] of ['lead/delete', 'lead/update', 'lead/create'].entries())
      await refresh(id, { event, at: later(HOUR_MS + minute) });
    expect((await mirrored(id))?.deletedAt).toEqual(later(HOUR_MS));
  });

  it('buries a lead that is gone, and a read decides, not the event', async () => {
    const { id } = await create();
    await refresh(id);
    expect(await refresh(id, { event: 'lead/delete', at: later(1_000) })).toEqual({ kind: 'done' });
    expect((await mirrored(id))?.deletedAt).toBeNull();
    await portal.vendor('DELETE', `/leads/${id}`);
    expect(await refresh(id, { event: 'lead/update', at: later(HOUR_MS) })).toEqual({ kind: 'done' });
    expect((await mirrored(id))?.deletedAt).toEqual(later(HOUR_MS));
  });

  it('looks again after 1, 5, 30 and 120 seconds for a lead that is not there yet', async () => {
    const id = newId('submission');
    for (const [index, seconds] of [1, 5, 30, 120].entries())
      expect(await refresh(id, { event: 'lead/create', attempts: index + 1 })).toEqual(again(seconds));
    expect(await refresh(id, { event: 'lead/create', attempts: 5 })).toEqual({ kind: 'done' });
    expect(await mirrored(id)).toBeUndefined();
  });

  it('does not bury a young lead on a read that lags', async () => {
    const { id } = await create();
    await refresh(id);
    await portal.vendor('DELETE', `/leads/${id}`);
    expect(await refresh(id, { at: later(1_000) })).toMatchObject({ kind: 'again' });
    expect((await mirrored(id))?.deletedAt).toBeNull();
    expect(await refresh(id, { at: later(HOUR_MS) })).toEqual({ kind: 'done' });
    expect((await mirrored(id))?.deletedAt).not.toBeNull();
  });

  it('tries again later when the service cannot be read, and then as late as it asks', async () => {
    const { id } = await create();
    await portal.vendor('PUT', '/faults', { down: true, onlyRoutes: ['read'] });
    expect(await refresh(id)).toMatchObject({
      kind: 'again',
      reason: expect.stringContaining('unavailable'),
    });
    await portal.vendor('PUT', '/faults', { down: false, rateLimitedRate: 1 });
    const limited = await refresh(id);
    expect(limited).toMatchObject({ kind: 'again', reason: expect.stringContaining('rate-limited') });
    expect(limited.kind === 'again' && limited.at.getTime() - start.getTime()).toBeGreaterThanOrEqual(1_000);
    expect(await mirrored(id)).toBeUndefined();
  });
});

describe('a lead that changes while it is read', () => {
  it('is read once more', async () => {
    const { db } = database;
    const { id } = await create();
    await markDirty(db, { leadId: id, event: 'lead/create', now: start });
    const [job] = await claim(db, { topics: [LEAD_REFRESH], limit: 1, lease: 'one', now: start });
    if (!job) throw new Error('nothing to claim');
    const outcome = await refresh(id);
    await portal.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await markDirty(db, { leadId: id, event: 'lead/update', now: start });
    await settle(db, job, outcome, start);
    expect(await findJob(db, { topic: LEAD_REFRESH, key: id })).toMatchObject({ generation: 2, lease: null });
    expect(await claim(db, { topics: [LEAD_REFRESH], limit: 1, lease: 'two', now: start })).toHaveLength(1);
  });
});
