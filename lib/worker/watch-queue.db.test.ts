import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { heartbeats, jobs } from '@/lib/db/schema/jobs';
import { WORKERS } from '@/lib/jobs/queue-state';
import { freshDatabase } from '@/tests/support/database';
import { keepLog } from '@/tests/support/rows';
import { warnIfLate } from './watch-queue';

const NOW = new Date('2026-03-02T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('names what has been due for more than five minutes and is not being done, and when a worker last ran', async () => {
  const job = { payload: {}, priority: 1 };
  await database.db.insert(heartbeats).values({ id: WORKERS, at: minutesAgo(20), count: 1 });
  await database.db.insert(jobs).values([
    { ...job, topic: 'submission.send', key: 'late', runAt: minutesAgo(7) },
    { ...job, topic: 'submission.send', key: 'soon', runAt: minutesAgo(4) },
    { ...job, topic: 'import.send', key: 'under way', runAt: minutesAgo(30), leaseUntil: minutesAgo(-1) },
    { ...job, topic: 'mail.send', key: 'lapsed', runAt: minutesAgo(6), leaseUntil: minutesAgo(1) },
    { ...job, topic: 'mail.send', key: 'failed', runAt: minutesAgo(90), deadAt: minutesAgo(80) },
  ]);
  const log = keepLog();
  await warnIfLate(database.db, { log, now: NOW });
  expect(log.lines).toMatchObject([
    {
      event: 'jobs.late',
      data: {
        oldest: minutesAgo(7).toISOString(),
        topics: { 'submission.send': 1, 'mail.send': 1 },
        lastWorker: minutesAgo(20).toISOString(),
      },
    },
  ]);
});

it('says nothing while all is done in time', async () => {
  await database.db.delete(jobs);
  const log = keepLog();
  await warnIfLate(database.db, { log, now: NOW });
  expect(log.lines).toEqual([]);
});
