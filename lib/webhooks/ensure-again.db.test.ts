import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { enqueue } from '@/lib/jobs/enqueue';
import { freshDatabase } from '@/tests/support/database';
import { findJob } from '@/tests/support/rows';
import { ensureAfterRepairs, ensureSoon, WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from './subscriptions';

const NOW = new Date('2026-03-02T09:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const ENSURE = { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY };

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(jobs);
  await database.db.delete(fullSyncs);
  // As after each check: the next one is in an hour.
  await enqueue(database.db, { ...ENSURE, runAt: minutes(60) });
});

const nextCheck = async () => (await findJob(database.db, ENSURE))?.runAt;

function fullSync({ finishedAt, repaired = 0, suspects = 0 }: Partial<typeof fullSyncs.$inferInsert>) {
  const row = { id: 'full-sync', startedAt: minutes(-10), state: 'complete' as const };
  return database.db.insert(fullSyncs).values({ ...row, finishedAt, repaired, suspects });
}

it('subscriptions are checked as soon as the service is back', async () => {
  await ensureSoon(database.db, NOW);
  expect(await nextCheck()).toEqual(NOW);
});

it.each([{ repaired: 1 }, { suspects: 1 }])(
  'subscriptions are checked after a full sync that found changes without a webhook: %j',
  async (found) => {
    await fullSync({ finishedAt: NOW, ...found });
    await ensureAfterRepairs(database.db, { since: NOW, now: minutes(1) });
    expect(await nextCheck()).toEqual(minutes(1));
  },
);

it('subscriptions wait for their hour after a full sync that found nothing, or that ended before', async () => {
  await fullSync({ finishedAt: NOW });
  await ensureAfterRepairs(database.db, { since: NOW, now: minutes(1) });
  await database.db.delete(fullSyncs);
  await fullSync({ finishedAt: minutes(-1), repaired: 5 });
  await ensureAfterRepairs(database.db, { since: NOW, now: minutes(1) });
  expect(await nextCheck()).toEqual(minutes(60));
});
