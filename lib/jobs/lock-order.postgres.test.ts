import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { freshDatabase } from '@/tests/support/database';
import { claim } from './claim';
import { enqueue, enqueueAll, retryNow } from './enqueue';
import { finishJob } from './finish';
import { inLockOrder } from './lock-order';

const START = new Date('2026-03-02T09:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('requests, retries and lease extensions of the same jobs never deadlock: they lock them in one order', async () => {
  const { db } = database;
  const topic = 'lock-order';
  // Written in the opposite of their order, and beyond the characters that all collations order alike.
  const keys = ['\u{1f600}', '\uffee', 'z', 'y', 'x', 'b', 'a'];
  const works = keys.map((key) => ({ topic, key, runAt: later(60_000) }));
  for (const work of works) await enqueue(db, work);
  for (const job of await claim(db, { topics: [topic], limit: 9, lease: 'l', now: later(60_000) }))
    await finishJob(
      db,
      job,
      { kind: 'again', at: later(3_600_000), reason: 'unavailable: no answer' },
      START,
    );
  const rounds = Array.from({ length: 150 });
  const asking = async () => {
    for (const _ of rounds) await enqueueAll(db, works.toReversed());
  };
  const hurrying = async () => {
    for (const _ of rounds) {
      await retryNow(db, { reasons: ['unavailable'], now: START });
      const all = inLockOrder(db, eq(jobs.topic, topic));
      await db
        .update(jobs)
        .set({ runAt: later(3_600_000) })
        .where(inArray(jobs.id, all));
    }
  };
  await expect(Promise.all([asking(), asking(), hurrying()])).resolves.toBeDefined();
}, 30_000);
