import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { heartbeats } from '@/lib/db/schema/jobs';
import { WORKERS } from '@/lib/jobs/queue-state';
import { freshDatabase } from '@/tests/support/database';
import { findUnhealthy, findUnready } from './readiness';

const NOW = new Date('2026-03-02T10:00:00Z');

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const ready = (WORKER: 'inline' | 'off' | 'only') =>
  findUnready(Promise.resolve(database), { settings: { WORKER }, now: NOW });

it('a process that works is ready while a worker has been alive within a minute', async () => {
  expect(await ready('inline'), 'before the first heartbeat').toBe('no worker');
  await database.db
    .insert(heartbeats)
    .values({ id: WORKERS, at: new Date(NOW.getTime() - 61_000), count: 1 });
  expect(await ready('only'), 'a minute later').toBe('no worker');
  await database.db.update(heartbeats).set({ at: new Date(NOW.getTime() - 30_000) });
  expect(await ready('inline')).toBeUndefined();
});

it('a process that serves pages only is ready without one', async () => {
  await database.db.delete(heartbeats);
  expect(await ready('off')).toBeUndefined();
});

it('no process is ready whose database does not answer', async () => {
  const away = Promise.resolve({ ...database, answers: async () => false });
  expect(await findUnhealthy(away)).toBe('database unavailable');
  expect(await findUnready(away, { settings: { WORKER: 'off' }, now: NOW })).toBe('database unavailable');
});

it('no process is ready before the tables have what it needs', async () => {
  await database.db.execute(sql`delete from drizzle.__drizzle_migrations`);
  expect(await ready('off')).toBe('tables of an older version');
});
