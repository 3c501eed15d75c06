import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '@/lib/db/advisory-locks';
import type { Database } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import type { DraftField } from '@/lib/forms/draft-fields';
import { commitDeliveries } from '@/lib/webhooks/commit';
import { freshDatabase } from '@/tests/support/database';
import { until } from '@/tests/support/desk/until';
import { now, startErasing } from '@/tests/support/erasing';
import { addViewer } from '@/tests/support/rows';

const person = { email: 'ada@firm.example', firstName: 'Ada', lastName: 'Moreau' };

const WAITING = sql`(select 1 from pg_locks where not granted) as waiting`;

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

it('an unreadable delivery that arrives during an erasure is counted at once, and kept without its bytes', async () => {
  const { db } = database;
  const body = new TextEncoder().encode('{"lead_id":"lead-now","lastName":"Moreau"');
  const delivery = {
    ...{ receiverId: 'r', now, notification: undefined, body },
    ...{ isBurst: false, isNoted: false, endsLegacy: false, endsRotation: false },
  };
  const bodies = async () =>
    (await db.select().from(webhookQuarantine)).map((row) => new TextDecoder().decode(row.body));
  await database.withAdvisoryLock(ADVISORY_LOCKS.erasure, () => commitDeliveries(db, [delivery]));
  expect(await bodies()).toEqual(['Not kept: it arrived while a person was being erased.']);
  // Afterwards they are kept again.
  const other = new TextEncoder().encode('{"lead_id":"another"');
  await commitDeliveries(db, [{ ...delivery, body: other }]);
  expect(await bodies()).toContain('{"lead_id":"another"');
});

it('a draft about somebody else that is saved during an erasure keeps what was typed', async () => {
  const { db } = database;
  await scene.addLead({ email: 'lotte@w1.example', firstName: 'Lotte', lastName: 'Assistent' });
  const typed = (notes: string): DraftField[] => [
    ['lastName', 'text', 'Berg'],
    ['email', 'email', 'otto@w2.example'],
    ['notes', 'text', notes],
  ];
  const id = await scene.addDraft(typed('OLD, ask lotte@w1.example'));
  let erasing: ReturnType<typeof scene.run> | undefined;
  await db.transaction(async (tx) => {
    await tx
      .update(drafts)
      .set({ fields: typed('NEW, ask lotte@w1.example') })
      .where(eq(drafts.id, id));
    erasing = scene.run('lotte@w1.example');
    await until('the erasure waits for the draft', async () => (await db.$count(WAITING)) > 0);
  });
  expect(await erasing).toMatchObject({ kind: 'erased' });
  const [draft] = await db.select().from(drafts).where(eq(drafts.id, id));
  expect(draft?.fields).toEqual(typed('NEW, ask •••'));
});
