import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { webhookDeliveries, webhookQuarantine } from '@/lib/db/schema/webhooks';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { LEAD_REFRESH, REFETCH_REASONS } from '@/lib/sync/refresh';
import { freshDatabase } from '@/tests/support/database';
import { makeLead } from '@/tests/support/rows';
import { addDelivery } from '@/tests/support/sync';
import { DELIVERIES_PER_PAGE, type DeliveryQuery, listDeliveries, listQuarantined } from './list-deliveries';

const NOW = new Date('2026-03-02T09:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  for (const table of [webhookDeliveries, webhookQuarantine, leads, jobs]) await open.db.delete(table);
});

const deliver = (leadId: string, { topic = 'lead/update', minutes = 1 } = {}) =>
  addDelivery(open.db, { topic, leadId, timestamp: NOW, receivedAt: minutesAgo(minutes) });
const read = async (id: string) =>
  applyLead(open.db, {
    lead: makeLead({ id }),
    readStart: await startRead(open.db, NOW),
    labelOf: (field) => ({ label: field }),
  });
const addRefresh = (key: string, job: Partial<typeof jobs.$inferInsert> = {}) =>
  open.db.insert(jobs).values({ topic: LEAD_REFRESH, key, payload: {}, runAt: NOW, ...job });
const list = async (query: DeliveryQuery = {}) =>
  (await listDeliveries(open.db, query)).rows.map(({ leadId, outcome }) => `${leadId} ${outcome}`);

describe('the outcome of a delivery', () => {
  it('is the current state of its lead', async () => {
    for (const id of ['read', 'gone', 'never', 'due', 'lags', 'fails', 'dead']) await deliver(id);
    await deliver('any', { topic: 'lead/merge' });
    for (const id of ['read', 'gone', 'fails']) await read(id);
    for (const leadId of ['gone', 'never'])
      await tombstoneLead(open.db, {
        leadId,
        readStart: await startRead(open.db, new Date(NOW.getTime() + 1_000)),
      });
    await addRefresh('due');
    await addRefresh('lags', { attempts: 1, lastError: REFETCH_REASONS.missing });
    await addRefresh('fails', { attempts: 2, lastError: 'unavailable: no answer' });
    await addRefresh('dead', { deadAt: NOW, lastError: 'Error: odd' });
    expect((await list()).toSorted()).toEqual([
      'any ignored',
      'dead failing',
      'due waiting',
      'fails failing',
      'gone gone',
      'lags waiting',
      'never unknown',
      'read read',
    ]);
    expect((await list({ outcome: 'failing' })).toSorted()).toEqual(['dead failing', 'fails failing']);
  });

  it('is filtered by topic, lead and time, and paged without gaps', async () => {
    for (let n = 0; n < DELIVERIES_PER_PAGE + 5; n += 1) await deliver(`L${n}`, { minutes: n });
    const first = await listDeliveries(open.db, {});
    expect(first.rows[0]?.leadId).toBe('L0');
    const second = await listDeliveries(open.db, { after: first.next });
    expect(second.rows.map(({ leadId }) => leadId)).toEqual(['L50', 'L51', 'L52', 'L53', 'L54']);
    expect(second.next).toBeUndefined();
    expect(await list({ leadId: 'L3' })).toEqual(['L3 unknown']);
    expect(await list({ topic: 'lead/delete' })).toEqual([]);
    expect(await list({ since: minutesAgo(2), until: minutesAgo(0) })).toEqual(['L1 unknown', 'L2 unknown']);
  });
});

it('with an unreadable body shows the beginning and the size of it', async () => {
  const body = Buffer.alloc(5_000, 'x');
  await open.db.insert(webhookQuarantine).values({ receiverId: 'r', digest: 'd', body, firstAt: NOW });
  const { rows, more } = await listQuarantined(open.db);
  expect(rows).toMatchObject([{ size: 5_000, count: 1, topic: null }]);
  expect(rows[0]?.head).toHaveLength(200);
  expect(more).toBe(0);
});
