import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { makeLead } from '@/tests/support/rows';
import { inChunks } from './chunks';
import { listAgents } from './list-agents';
import { listPeople, type PeopleFilter } from './list-people';
import { suggestFor } from './suggestions';

let open: Database;
const when = new Date('2026-04-01T10:00:00Z');

beforeAll(async () => {
  open = await freshDatabase();
  const { db } = open;
  await db.insert(organizations).values([
    { id: 'org-1', name: 'Harbour & Finch' },
    { id: 'org-2', name: null },
  ]);
  await db.insert(agents).values([
    { organizationId: 'org-1', id: 'a-1', name: 'Maya', verifiedAt: when },
    { organizationId: 'org-1', id: 'a-2', name: 'Tom', email: 'tom@harbour.example' },
    { organizationId: 'org-2', id: 'a-3', name: null },
  ]);
  for (const id of ['lead-1', 'lead-2']) {
    const lead = makeLead({ id, organizationId: 'org-1', agentId: 'a-1' });
    await applyLead(db, { lead, readStart: await startRead(db, when), labelOf: (label) => ({ label }) });
  }
  await db.insert(people).values([
    { id: 'p-maya', email: 'maya@harbour.example', name: 'maya', lastSignInAt: when },
    { id: 'p-kim', email: 'kim@harbour.example', name: 'Kim 100%', createdAt: new Date('2026-03-02') },
    { id: 'p-lee', email: 'lee@else.example', name: 'Lee', createdAt: new Date('2026-03-01') },
    { id: 'p-out', email: 'out@else.example', name: 'Øut', disabledAt: when },
    { id: 'p-boss', email: 'boss@vendor.example', name: 'Boss' },
    { id: 'p-demo', email: 'demo@vendor.example', name: 'Demo admin', isAdmin: true },
    { id: 'p-new', email: 'new@harbour.example', name: 'New', invitedAt: when },
  ]);
  const mapping = { organizationId: 'org-1', agentId: 'a-1', role: 'agent' } as const;
  await db.insert(memberships).values([
    { id: 'm-1', personId: 'p-maya', ...mapping },
    { id: 'm-2', personId: 'p-new', ...mapping },
  ]);
});
afterAll(() => open.close());

async function names(filter: PeopleFilter, q = '') {
  const query = { filter, q, page: 1, adminEmails: ['boss@vendor.example'] };
  return (await listPeople(open.db, query)).rows.map(({ name }) => name);
}

describe('the list of people', () => {
  it.each<[PeopleFilter, string[]]>([
    ['all', ['Boss', 'Demo admin', 'Kim 100%', 'Lee', 'maya', 'New', 'Øut']],
    ['waiting', ['Lee', 'Kim 100%']],
    ['mapped', ['maya', 'New']],
    ['invited', ['New']],
    ['disabled', ['Øut']],
  ])('shows the people who are %s', async (filter, expected) =>
    expect(await names(filter)).toEqual(expected),
  );

  it.each([
    ['harbour &', ['maya', 'New']],
    ['KIM', ['Kim 100%']],
    ['oüt', ['Øut']],
    ['LÉE', ['Lee']],
    ['else.example', ['Lee', 'Øut']],
    ['a-1', ['maya', 'New']],
    ['%', ['Kim 100%']],
    ['_', []],
    ['\\', []],
    ["' or true --", []],
  ])(
    'finds %s by name, address, organization or id, and treats no character as a wildcard',
    async (q, expected) => expect(await names('all', q)).toEqual(expected),
  );

  it('has a total and ends at its last page', async () => {
    const query = { filter: 'all', q: '', adminEmails: [] } as const;
    expect(await listPeople(open.db, { ...query, page: 1 })).toMatchObject({ total: 7, pages: 1 });
    expect(await listPeople(open.db, { ...query, page: 9 })).toMatchObject({ rows: [], total: 7 });
  });
});

describe('the list of agents', () => {
  it('shows leads, people and whether the owner is verified, by organization', async () => {
    const { rows } = await listAgents(open.db, { q: '', page: 1 });
    expect(rows).toMatchObject([
      { agentId: 'a-1', leads: 2, people: 2, verifiedAt: when, organizationName: 'Harbour & Finch' },
      { agentId: 'a-2', leads: 0, people: 0, verifiedAt: null, email: 'tom@harbour.example' },
      { agentId: 'a-3', organizationName: null },
    ]);
    expect((await listAgents(open.db, { q: 'org-2', page: 1 })).rows).toHaveLength(1);
  });
});

describe('suggestions', () => {
  it('are unmapped agents of the organization that shares the domain', async () => {
    const waiting = [
      { id: 'p-kim', email: 'kim@harbour.example', name: 'Kim' },
      { id: 'p-tom', email: 'tom@harbour.example', name: 'Thomas' },
      { id: 'p-lee', email: 'lee@else.example', name: 'Lee' },
    ];
    const suggested = await suggestFor(open.db, waiting);
    expect(suggested.get('p-tom')).toMatchObject([{ agentId: 'a-2', reason: 'address', role: 'agent' }]);
    expect(suggested.get('p-kim'), 'a-2 has another person’s address').toEqual([]);
    expect(suggested.get('p-lee')).toEqual([]);
  });
});

describe('with 10,000 people', () => {
  it('every list and search is fast', async () => {
    const crowd = Array.from({ length: 10_000 }, (_, index) => ({
      id: `c-${index}`,
      email: `crowd${index}@d${index % 500}.example`,
      name: `Crowd ${index}`,
    }));
    for (const some of inChunks(crowd)) await open.db.insert(people).values(some);
    const started = performance.now();
    await names('waiting');
    expect(await names('all', 'crowd9999@')).toEqual(['Crowd 9999']);
    await suggestFor(open.db, crowd.slice(0, 25));
    // A quadratic query plan takes minutes.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
