import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { agents, organizations, people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import type { SignedIn } from '@/lib/sessions/signed-in';
import { freshDatabase } from '@/tests/support/database';
import { addTeam, applyLeadOf } from '@/tests/support/rows';
import { MAX_OF_A_KIND, searchEverything } from './query';

let database: Database;
let team: Awaited<ReturnType<typeof addTeam>>;
let admin: SignedIn;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  team = await addTeam(db);
  for (const [of, id] of [
    [team.agent, 'mine'],
    [team.colleague, 'theirs'],
    [team.stranger, 'elsewhere'],
  ] as const) {
    const lead = { id, lastName: 'Marlow', firstName: id };
    await applyLeadOf(db, of, { lead, now: new Date('2026-05-01T09:00:00Z') });
  }
  const { organizationId, agentId } = team.agent.membership;
  await db.update(organizations).set({ name: 'Marlow & Söhne' }).where(eq(organizations.id, organizationId));
  await db.update(agents).set({ name: 'Agent Marlow' }).where(eq(agents.id, agentId));
  await db.insert(people).values([
    { id: newId('person'), name: 'Zoë Marlow', email: 'zoe@vendor.example' },
    { id: newId('person'), name: 'By address', email: 'marlow@vendor.example' },
  ]);
  const { membership: _, ...person } = team.stranger;
  admin = { ...person, isAdmin: true };
});
afterAll(() => database.close());

const idsOf = async (viewer: SignedIn | Viewer, q = 'marlow') => {
  const found = await searchEverything(database.db, viewer, q);
  return [...found.leads, ...found.anyLeads].map(({ id }) => id).sort();
};

describe('one search of everything', () => {
  it('finds an agent their own leads, a manager those of the organization, an admin all', async () => {
    expect(await idsOf(team.agent)).toEqual(['mine']);
    expect(await idsOf(team.manager)).toEqual(['mine', 'theirs']);
    expect(await idsOf(team.stranger)).toEqual(['elsewhere']);
    expect(await idsOf(admin)).toEqual(['elsewhere', 'mine', 'theirs']);
  });

  it('finds people, agents and organizations by a part of name or address, for admins only', async () => {
    const found = await searchEverything(database.db, admin, 'MARL');
    expect(found.people.map(({ name }) => name)).toEqual(['By address', 'Zoë Marlow']);
    expect(found.agents.map(({ name }) => name)).toEqual(['Agent Marlow']);
    expect(found.organizations.map(({ name }) => name)).toEqual(['Marlow & Söhne']);
    expect((await searchEverything(database.db, admin, 'sohne')).organizations).toHaveLength(1);
    for (const partner of [team.agent, team.manager]) {
      const { people, agents, organizations } = await searchEverything(database.db, partner, 'marl');
      expect([people, agents, organizations]).toEqual([[], [], []]);
    }
  });

  it('finds what its person submitted before it is a lead, first, and no more than five of a kind', async () => {
    const { personId, membership } = team.colleague;
    const { organizationId, agentId } = membership;
    const ids = Array.from({ length: MAX_OF_A_KIND + 1 }, () => newId('submission'));
    const owner = { personId, organizationId, agentId };
    const row = { ...owner, schemaVersion: '', state: 'queued', createdAt: new Date('2026-05-02') } as const;
    await database.db
      .insert(submissions)
      .values(ids.slice(0, 1).map((id) => ({ ...row, id, answers: { lastName: 'Marlow' } })));
    const { pending, leads } = await searchEverything(database.db, team.colleague, 'marlow');
    expect([...pending, ...leads].map(({ id }) => id)).toEqual([ids[0], 'theirs']);
    expect((await searchEverything(database.db, team.agent, 'marlow')).pending).toEqual([]);
    await database.db
      .insert(submissions)
      .values(ids.slice(1).map((id) => ({ ...row, id, answers: { lastName: 'Marlow' } })));
    const many = await searchEverything(database.db, team.colleague, 'marlow');
    expect(many.pending.length + many.leads.length).toBe(MAX_OF_A_KIND);
  });

  it('finds nothing without a text', async () => {
    const found = await searchEverything(database.db, admin, '');
    expect(Object.values(found).flat()).toEqual([]);
  });
});
