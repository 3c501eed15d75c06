import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '@/lib/db/advisory-locks';
import type { Database } from '@/lib/db/handle';
import { erasures } from '@/lib/db/schema/erasures';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { commitDeliveries } from '@/lib/webhooks/commit';
import { freshDatabase } from '@/tests/support/database';
import { until } from '@/tests/support/desk/until';
import { by, now, startErasing } from '@/tests/support/erasing';
import { addViewer } from '@/tests/support/rows';

const person = { email: 'ada@firm.example', firstName: 'Ada', lastName: 'Moreau' };

let database: Database;
let scene: Awaited<ReturnType<typeof startErasing>>;
beforeAll(async () => {
  database = await freshDatabase();
  scene = await startErasing(database, await addViewer(database.db));
});
afterAll(() => database.close());

it('an erasure beside a long one erases nothing and says so; afterwards it can be repeated', async () => {
  await scene.addLead(person);
  await database.withAdvisoryLock(ADVISORY_LOCKS.erasure, async () => {
    expect(await scene.run(person.email)).toEqual({ kind: 'busy' });
  });
  expect(await scene.run(person.email)).toMatchObject({ kind: 'erased' });
});

it('an unreadable delivery that arrives during an erasure waits for it, and is kept without the person', async () => {
  const { db } = database;
  const body = new TextEncoder().encode('{"lead_id":"lead-now","lastName":"Moreau"');
  const delivery = {
    ...{ receiverId: 'r', now, notification: undefined, body },
    ...{ isBurst: false, isNoted: false, endsLegacy: false, endsRotation: false },
  };
  const waiting = sql`(select 1 from pg_locks where locktype = 'advisory' and not granted) as waiting`;
  const isWaiting = async () => (await db.$count(waiting)) > 0;
  let stored: Promise<void> | undefined;
  await database.withAdvisoryLock(ADVISORY_LOCKS.erasure, async () => {
    stored = commitDeliveries(db, [delivery]);
    await until('the delivery waits', isWaiting);
    const leads = [{ id: 'lead-now', isDeleted: false }];
    await db
      .insert(erasures)
      .values({ id: 'era_now', at: now, ...by, digest: '', counts: {}, leads, code: null });
  });
  await stored;
  const bodies = (await db.select().from(webhookQuarantine)).map((row) => new TextDecoder().decode(row.body));
  expect(bodies).toHaveLength(1);
  expect(bodies.join()).not.toContain('Moreau');
});
