import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '@/lib/db/advisory-locks';
import { type ErasureDesk, openErasureDesk } from '@/tests/support/erasing';

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

it('an erasure beside a long one erases nothing and says so; afterwards it can be repeated', async () => {
  const person = { email: 'ada@firm.example', firstName: 'Ada', lastName: 'Moreau' };
  await desk.addLead(person);
  await desk.database.withAdvisoryLock(ADVISORY_LOCKS.erasure, async () => {
    expect(await desk.run(person.email)).toEqual({ kind: 'busy' });
  });
  expect(await desk.run(person.email)).toMatchObject({ kind: 'erased' });
});
