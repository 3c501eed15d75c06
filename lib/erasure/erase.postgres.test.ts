import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '@/lib/db/advisory-locks';
import { drafts } from '@/lib/db/schema/drafts';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import type { DraftField } from '@/lib/forms/draft-fields';
import { commitDeliveries } from '@/lib/webhooks/commit';
import { until } from '@/tests/support/desk/until';
import { type ErasureDesk, now, openErasureDesk } from '@/tests/support/erasing';

const person = { email: 'ada@firm.example', firstName: 'Ada', lastName: 'Moreau' };

const WAITING = sql`(select 1 from pg_locks where not granted) as waiting`;

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

it('an erasure beside a long one erases nothing and says so; afterwards it can be repeated', async () => {
  await desk.addLead(person);
  await desk.database.withAdvisoryLock(ADVISORY_LOCKS.erasure, async () => {
    expect(await desk.run(person.email)).toEqual({ kind: 'busy' });
  });
  expect(await desk.run(person.email)).toMatchObject({ kind: 'erased' });
});

it('an unreadable delivery that arrives during an erasure is counted at once, and kept without its bytes', async () => {
  const { db } = desk;
  const body = new TextEncoder().encode('{"lead_id":"lead-now","lastName":"Moreau"');
  const delivery = {
    ...{ receiverId: 'r', now, notification: undefined, body },
    ...{ isBurst: false, isNoted: false, endsLegacy: false, endsRotation: false },
  };
  const bodies = async () =>
    (await db.select().from(webhookQuarantine)).map((row) => new TextDecoder().decode(row.body));
  await desk.database.withAdvisoryLock(ADVISORY_LOCKS.erasure, () => commitDeliveries(db, [delivery]));
  expect(await bodies()).toEqual(['Not kept: it arrived while a person was being erased.']);
  // Afterwards they are kept again.
  const other = new TextEncoder().encode('{"lead_id":"another"');
  await commitDeliveries(db, [{ ...delivery, body: other }]);
  expect(await bodies()).toContain('{"lead_id":"another"');
});

it('a draft about somebody else that is saved during an erasure keeps what was typed', async () => {
  const { db } = desk;
  await desk.addLead({ email: 'lotte@w1.example', firstName: 'Lotte', lastName: 'Assistent' });
  const typed = (notes: string): DraftField[] => [
    ['lastName', 'text', 'Berg'],
    ['email', 'email', 'otto@w2.example'],
    ['notes', 'text', notes],
  ];
  const id = await desk.addDraft(typed('OLD, ask lotte@w1.example'));
  let erasing: ReturnType<typeof desk.run> | undefined;
  await db.transaction(async (tx) => {
    await tx
      .update(drafts)
      .set({ fields: typed('NEW, ask lotte@w1.example') })
      .where(eq(drafts.id, id));
    erasing = desk.run('lotte@w1.example');
    await until('the erasure waits for the draft', async () => (await db.$count(WAITING)) > 0);
  });
  expect(await erasing).toMatchObject({ kind: 'erased' });
  const [draft] = await db.select().from(drafts).where(eq(drafts.id, id));
  expect(draft?.fields).toEqual(typed('NEW, ask •••'));
});
