import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { memberships, organizations } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { getNeeds, getProgram } from './query';

/** A Wednesday. */
const NOW = new Date('2026-06-10T12:00:00Z');
const day = (text: string) => new Date(`${text}T09:00:00Z`);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('the program in figures', () => {
  beforeAll(async () => {
    const { db } = database;
    const [busy, quiet, fresh] = [await addViewer(db), await addViewer(db), await addViewer(db)];
    await db
      .update(organizations)
      .set({ name: 'Northlight' })
      .where(eq(organizations.id, quiet.membership.organizationId));
    const add = (of: typeof busy, createdAt: string, status = 'pending') => {
      const at = day(createdAt);
      return applyLeadOf(db, of, {
        lead: { id: `${status} ${createdAt}`, status, createdAt: at, updatedAt: at },
        now: at,
      });
    };
    await add(busy, '2026-06-08');
    await add(busy, '2026-06-07');
    await add(busy, '2026-06-01', 'won');
    await add(busy, '2026-05-20', 'won');
    await add(busy, '2026-02-01', 'won');
    await add(quiet, '2026-05-01', 'lost');
    await add(quiet, '2026-05-02', 'pending');
    await add(fresh, '2026-06-09', 'lost');
    await add(quiet, '2026-06-03', 'deleted');
    await db.update(leads).set({ deletedAt: NOW }).where(eq(leads.status, 'deleted'));
    await db.update(leads).set({ value: 1_000 });
  });

  it('are those of this week and the one before, of what was won lately, and of what waits', async () => {
    expect(await getProgram(database.db, NOW)).toMatchObject({
      week: { from: '2026-06-08', leads: 2, before: 2 },
      won: { from: '2026-03-12', leads: 2, value: 2_000 },
      waiting: { count: 1, capped: false },
    });
  });

  it('name organizations whose first lead is of this month, and those without one for four weeks', async () => {
    const { newOrganizations, quiet } = await getProgram(database.db, NOW);
    expect(newOrganizations).toBe(1);
    expect(quiet).toMatchObject({ count: 1, first: [{ name: 'Northlight', lastAt: day('2026-05-02') }] });
  });
});

it('what waits for an admin is counted by kind; admins by the settings wait for nothing', async () => {
  const { db } = database;
  const none = {
    submissions: 0,
    rejectedOwners: 0,
    missing: 0,
    quarantinedLeads: 0,
    conflicts: 0,
    people: 0,
  };
  expect(await getNeeds(db, [])).toEqual(none);
  const viewer = await addViewer(db);
  const { organizationId, agentId } = viewer.membership;
  const origin = { personId: viewer.personId, organizationId, agentId, schemaVersion: '', createdAt: NOW };
  for (const evidence of [null, { reason: 'owner' as const, leadIds: [] }])
    await db
      .insert(submissions)
      .values({ id: newId('submission'), ...origin, answers: {}, state: 'review', evidence });
  expect(await getNeeds(db, [])).toEqual({ ...none, submissions: 1, rejectedOwners: 1 });
  await db.delete(memberships).where(eq(memberships.personId, viewer.personId));
  expect(await getNeeds(db, [])).toMatchObject({ people: 1 });
  expect(await getNeeds(db, [viewer.email])).toMatchObject({ people: 0 });
});
