import { afterAll, beforeAll, expect, it } from 'vitest';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { addTeam, applyLeadOf } from '@/tests/support/rows';

const NOW = new Date('2026-03-02T09:00:00Z');

let database: Database;
let team: Awaited<ReturnType<typeof addTeam>>;
let id: string;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  team = await addTeam(db);
  const { personId, membership } = team.agent;
  const { organizationId, agentId } = membership;
  const owner = { personId, organizationId, agentId };
  id = newId('import');
  const times = { createdAt: NOW, updatedAt: NOW };
  await db.insert(imports).values({ id, ...owner, fileName: 'leads.csv', state: 'done', ...times });
  await applyLeadOf(db, team.agent, { lead: { id: 'other' }, now: NOW });
  for (const [position, state] of (['accepted', 'refused', 'queued'] as const).entries()) {
    const submissionId = newId('submission');
    const leadId = state === 'accepted' ? 'imported' : null;
    if (leadId) await applyLeadOf(db, team.agent, { lead: { id: leadId }, now: NOW });
    const sent = { schemaVersion: '', answers: { lastName: state }, state, leadId, createdAt: NOW };
    await db.insert(submissions).values({ id: submissionId, ...owner, ...sent });
    const row = { importId: id, position, line: position, cells: [] };
    await db.insert(importRows).values({ ...row, state: 'stored', submissionId });
  }
});
afterAll(() => database.close());

async function read(viewer: Viewer, query: Partial<LeadsQuery> = {}) {
  const page = await getLeadsPage(database.db, viewer, {
    query: { ...DEFAULT_LEADS_QUERY, import: id, ...query },
    timeZone: 'UTC',
    now: NOW,
    locale: 'en',
  });
  const { rows, pending, total, importName } = page;
  return { ids: rows.map((row) => row.id), names: pending.map(({ name }) => name), total, importName };
}

it('shows the leads that its rows became, and what of them needs correction', async () => {
  const total = { count: 1, capped: false };
  expect(await read(team.agent)).toEqual({ ids: ['imported'], names: [], total, importName: 'leads.csv' });
  expect(await read(team.agent, { show: 'needs-correction' })).toMatchObject({ ids: [], names: ['refused'] });
});

it('is its person’s alone: a manager, and an admin who sees the desk as them, learn nothing of it', async () => {
  const nothing = { ids: [], names: [], importName: undefined };
  expect(await read(team.manager)).toMatchObject(nothing);
  expect(await read(team.colleague, { show: 'needs-correction' })).toMatchObject(nothing);
  expect((await read({ ...team.agent, viewedBy: team.stranger.personId })).importName).toBeUndefined();
});
