import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { listAgentLabels } from './agent-label';

let open: Database;
const organizationId = 'org-1';

beforeAll(async () => {
  open = await freshDatabase();
  const { db } = open;
  await db.insert(organizations).values([{ id: organizationId }, { id: 'org-2' }]);
  await db.insert(agents).values([
    { organizationId, id: 'a-named', name: 'Maya', email: 'maya@harbour.example' },
    { organizationId, id: 'b-email', email: 'tom@harbour.example' },
    { organizationId, id: 'c-person' },
    { organizationId, id: 'd-shared' },
    { organizationId, id: '66b0c4d2e8f1a35790d4e201' },
    { organizationId: 'org-2', id: 'c-person' },
  ]);
  await db.insert(people).values(
    ['ines', 'kim', 'lee', 'other'].map((name) => ({
      id: `p-${name}`,
      name,
      email: `${name}@harbour.example`,
    })),
  );
  const mapping = { organizationId, role: 'agent' } as const;
  await db.insert(memberships).values([
    { ...mapping, id: 'm-1', personId: 'p-ines', agentId: 'c-person' },
    { ...mapping, id: 'm-2', personId: 'p-kim', agentId: 'd-shared' },
    { ...mapping, id: 'm-3', personId: 'p-lee', agentId: 'd-shared' },
    { ...mapping, id: 'm-4', personId: 'p-other', organizationId: 'org-2', agentId: 'c-person' },
  ]);
});
afterAll(() => open.close());

it('an agent is called by their name, that of the only one who acts for them, their address, else by the end of the id', async () => {
  expect(await listAgentLabels(open.db, { organizationId })).toEqual([
    { id: 'a-named', name: 'Maya' },
    { id: '66b0c4d2e8f1a35790d4e201', name: '…d4e201' },
    { id: 'b-email', name: 'tom@harbour.example' },
    { id: 'c-person', name: 'ines' },
    { id: 'd-shared', name: 'd-shared' },
  ]);
});

it('one of them alone', async () => {
  expect(await listAgentLabels(open.db, { organizationId, agentId: 'c-person' })).toEqual([
    { id: 'c-person', name: 'ines' },
  ]);
  expect(await listAgentLabels(open.db, { organizationId, agentId: 'nobody' })).toEqual([]);
});
