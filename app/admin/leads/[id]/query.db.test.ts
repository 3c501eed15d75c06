import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { memberships, people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { addTeam, addViewer, applyLeadOf } from '@/tests/support/rows';
import { viewLeadAsAdmin } from './query';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('an admin sees whose lead it is: the people of its agent, and the managers of its organization', async () => {
  const { db } = database;
  const { agent, manager } = await addTeam(db);
  const admin = await addViewer(db);
  const now = new Date();
  await applyLeadOf(db, agent, { lead: { id: 'lead' }, now });
  const readers = async () => {
    const seen = await viewLeadAsAdmin(db, admin, { id: 'lead', now, locale: 'en' });
    const idsOf = (found: readonly { id: string }[] = []) => found.map(({ id }) => id);
    return { mapped: idsOf(seen?.seenBy.mapped), managers: idsOf(seen?.seenBy.managers) };
  };
  expect(await readers()).toEqual({ mapped: [agent.personId], managers: [manager.personId] });
  await db.update(people).set({ disabledAt: now }).where(eq(people.id, manager.personId));
  await db.delete(memberships).where(eq(memberships.personId, agent.personId));
  expect(await readers()).toEqual({ mapped: [], managers: [] });
});
