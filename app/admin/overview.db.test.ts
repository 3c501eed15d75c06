import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { sweeps } from '@/lib/db/schema/connection';
import { memberships } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { getOverview } from './overview';

const NOW = new Date('2026-06-01T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const overview = (adminEmails: string[] = []) => getOverview(database.db, { now: NOW, adminEmails });
const readSweep = async () => (await overview()).sweep;
type State = typeof sweeps.$inferInsert.state;
function addSweep(hours: number, sweep: { state: State; repaired: number }) {
  const times = { startedAt: hoursAgo(hours), finishedAt: hoursAgo(hours - 0.5) };
  return database.db.insert(sweeps).values({ id: `${hours}`, ...times, seen: 100, ...sweep });
}

describe('the results of comparisons with the portal', () => {
  it('are empty before the first', async () => {
    expect(await readSweep()).toBeUndefined();
  });

  it('do not count the first sync of all leads as repairs', async () => {
    await addSweep(100, { state: 'incomplete', repaired: 40 });
    expect(await readSweep()).toMatchObject({ state: 'incomplete', isFirst: true, repairedLately: 0 });
    await addSweep(99, { state: 'complete', repaired: 60 });
    expect(await readSweep()).toMatchObject({ state: 'complete', isFirst: true, repairedLately: 0 });
  });

  it('are those of the last one, and of all in the last seven days', async () => {
    await addSweep(2, { state: 'complete', repaired: 9 });
    await addSweep(1, { state: 'stopped', repaired: 3 });
    expect(await readSweep()).toMatchObject({
      state: 'stopped',
      isFirst: false,
      repaired: 3,
      repairedLately: 12,
    });
    await addSweep(200, { state: 'complete', repaired: 500 });
    await addSweep(190, { state: 'complete', repaired: 7 });
    expect(await readSweep(), 'older ones are not counted').toMatchObject({ repairedLately: 112 });
  });
});

it('a comparison that runs does not hide how the one before ended', async () => {
  const { db } = database;
  await db.delete(sweeps);
  await db
    .insert(sweeps)
    .values({ id: 'stopped', state: 'stopped', startedAt: hoursAgo(2), finishedAt: hoursAgo(1) });
  await db.insert(sweeps).values({ id: 'running', state: 'running', startedAt: NOW });
  expect(await readSweep()).toMatchObject({ state: 'running', before: { state: 'stopped' } });
  await db.update(sweeps).set({ state: 'complete', finishedAt: NOW }).where(eq(sweeps.id, 'running'));
  expect(await readSweep()).toMatchObject({ state: 'complete', before: undefined });
});

it('emails that the mail server has not taken for five minutes are counted', async () => {
  const { db } = database;
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  expect((await overview()).mails).toEqual({ waiting: 0, since: undefined });
  for (const minutes of [2, 9, 7])
    await db
      .insert(mails)
      .values({ id: `mail-${minutes}`, kind: 'notices', sealed: '', createdAt: minutesAgo(minutes) });
  expect((await overview()).mails).toEqual({ waiting: 2, since: minutesAgo(9) });
  await db.delete(mails);
});

it('an admin by the settings does not count as waiting for an organization', async () => {
  const { email } = await addViewer(database.db);
  await database.db.delete(memberships);
  expect((await overview()).unlinked).toBe(1);
  expect((await overview([email])).unlinked).toBe(0);
});
