import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { claim } from '@/lib/jobs/claim';
import { enqueue } from '@/lib/jobs/enqueue';
import { finishJob } from '@/lib/jobs/finish';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { silentLog } from '@/tests/support/rows';
import {
  findSchema,
  findValueCurrency,
  readSchema,
  refreshSchema,
  SCHEMA_REFRESH,
  SCHEMA_REFRESH_KEY,
} from './schema';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));

/** Runs the job if it is due. */
async function work(now: Date) {
  const { db } = database;
  const [job] = await claim(db, { topics: [SCHEMA_REFRESH], limit: 1, lease: 'lease', now });
  if (!job) return 'nothing due';
  const service = portal.newClient();
  const outcome = await refreshSchema(db, { service, job, log: silentLog, now, random: 1 });
  await finishJob(db, job, outcome, now);
  return outcome.kind;
}

it('a form that could not be read is retried, within seconds at first, until it is read', async () => {
  const { db } = database;
  const start = new Date('2026-03-02T09:00:00Z');
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
  await portal.vendor('PUT', '/faults', { errorRate: 1, errorStatus: 500, onlyRoutes: ['schema'] });
  await enqueue(db, { topic: SCHEMA_REFRESH, key: SCHEMA_REFRESH_KEY, runAt: start });
  expect(await work(start)).toBe('again');
  expect(await work(after(0.5))).toBe('nothing due');
  expect(await work(after(1))).toBe('again');
  expect(await work(after(3))).toBe('again');
  expect(await findSchema(db)).toBeUndefined();
  await portal.vendor('PUT', '/faults', { errorRate: 0, onlyRoutes: [] });
  expect(await work(after(10))).toBe('done');
  expect((await findSchema(db))?.schema.fields).not.toEqual([]);
  expect(await db.$count(jobs, eq(jobs.topic, SCHEMA_REFRESH))).toBe(0);
});

describe('the currency of values in the list', () => {
  let database: Database;
  let portal: TestPortal;

  beforeAll(async () => {
    database = await freshDatabase();
    portal = await openTestPortal();
  });
  afterAll(async () => {
    await portal.close();
    await database.close();
  });

  it('is unknown before the form was read, and then the portal’s', async () => {
    expect(await findValueCurrency(database.db)).toBeUndefined();
    await readSchema(database.db, { service: portal.service, now: new Date() });
    expect(await findValueCurrency(database.db)).toBe('EUR');
  });
});
