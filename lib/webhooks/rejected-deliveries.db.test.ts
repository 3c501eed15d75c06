import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { freshDatabase } from '@/tests/support/database';
import { silentLog } from '@/tests/support/rows';
import { countRejected } from './rejected-deliveries';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('forged deliveries are counted for the admin without a write for each', async () => {
  const { db } = database;
  const id = newId('receiver');
  await db.insert(webhookReceivers).values({ id, topic: 'lead/update', url: 'https://desk.example' });
  const row = async () => (await db.select().from(webhookReceivers).where(eq(webhookReceivers.id, id)))[0];
  const works: (() => Promise<void>)[] = [];
  const count = countRejected({ db, log: silentLog, later: (work) => void works.push(work) });
  const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));

  for (let second = 0; second < 50; second += 1) count(id, at(second));
  expect(works).toHaveLength(1);
  expect(await row()).toMatchObject({ rejected: 0, lastRejectedAt: null });
  await works[0]?.();
  expect(await row()).toMatchObject({ rejected: 50, lastRejectedAt: at(49) });

  count(id, at(55));
  await works[1]?.();
  expect(await row()).toMatchObject({ rejected: 51, lastRejectedAt: at(55) });
});
