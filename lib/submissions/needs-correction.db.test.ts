import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import type { SubmissionState } from '@/lib/db/schema/submissions';
import { submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';

let database: Database;
let agent: Viewer;
let manager: Viewer;
let refusedIds: string[];
beforeAll(async () => {
  database = await freshDatabase();
  agent = await addViewer(database.db);
  const { organizationId } = agent.membership;
  manager = await addViewer(database.db, { organizationId, role: 'manager' });
  refusedIds = [];
  // More than the list shows of what is on its way: they must not displace it.
  for (let index = 0; index < 120; index++) {
    const day = String((index % 28) + 1).padStart(2, '0');
    refusedIds.push(
      await add(agent, 'refused', { lastName: `Refused ${index}`, value: index, at: `2026-02-${day}` }),
    );
  }
  await add(agent, 'queued', { lastName: 'Queued', at: '2026-03-02' });
  await add(agent, 'confirming', { lastName: 'Unclear', at: '2026-03-03' });
  await add(agent, 'accepted', { lastName: 'Accepted', at: '2026-03-02' });
  await add(agent, 'refused', { lastName: 'Corrected', at: '2026-03-02', replacedBy: 'sub_x' });
  await add(manager, 'refused', { lastName: 'Of the manager', at: '2026-03-03' });
  await add(await addViewer(database.db), 'refused', { lastName: 'Of somebody else', at: '2026-03-02' });
});
afterAll(() => database.close());

async function add(
  { personId, membership }: Viewer,
  state: SubmissionState,
  { at, replacedBy, ...answers }: { lastName: string; value?: number; at: string; replacedBy?: string },
) {
  const id = newId('submission');
  const { organizationId, agentId } = membership;
  const owner = { personId, organizationId, agentId };
  const createdAt = new Date(`${at}T12:00:00Z`);
  await database.db
    .insert(submissions)
    .values({ id, ...owner, schemaVersion: '', answers, state, replacedBy, createdAt });
  return id;
}

async function read(viewer: Viewer, query: Partial<LeadsQuery> = {}) {
  const page = await getLeadsPage(database.db, viewer, {
    query: { ...DEFAULT_LEADS_QUERY, ...query },
    timeZone: 'UTC',
    now: new Date('2026-03-04T12:00:00Z'),
    locale: 'en',
  });
  return { ...page, names: page.pending.map(({ name }) => name) };
}

describe('what needs correction', () => {
  it('is listed above what is on its way, and hides none of it', async () => {
    const { names } = await read(agent);
    expect(names.slice(0, 100).every((name) => name.startsWith('Refused'))).toBe(true);
    expect(names.slice(100)).toEqual(['Queued', 'Unclear']);
  });

  it('is counted for everyone who may see it, whatever the filter, until it is corrected', async () => {
    expect((await read(agent)).needCorrection.all).toBe(120);
    expect((await read(agent, { status: 'won' })).needCorrection.all).toBe(120);
    expect((await read(manager)).needCorrection.all).toBe(121);
  });

  it('has its own filter, which shows all of it, in pages, and nothing else', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const found = await read(agent, { show: 'needs-correction', page });
      expect(found).toMatchObject({ rows: [], total: { count: 120, capped: false }, pageCount: 5 });
      seen.push(...found.pending.map(({ id }) => id));
    }
    expect(new Set(seen)).toEqual(new Set(refusedIds));
    expect(seen).toHaveLength(120);
    expect((await read(agent, { show: 'needs-correction', page: 17 })).query.page).toBe(5);
  });

  it('is searched, filtered and sorted like leads', async () => {
    const show = 'needs-correction';
    expect((await read(agent, { show, q: 'refused 117' })).names).toEqual(['Refused 117']);
    expect((await read(agent, { show, q: 'nobody' })).total.count).toBe(0);
    expect((await read(agent, { show, q: '%' })).total.count).toBe(0);
    expect((await read(agent, { show, from: '2026-02-02', to: '2026-02-02' })).total.count).toBe(5);
    expect((await read(agent, { show, sort: 'value', dir: 'desc' })).names.slice(0, 2)).toEqual([
      'Refused 119',
      'Refused 118',
    ]);
    expect((await read(manager, { show, agent: manager.membership.agentId })).names).toEqual([
      'Of the manager',
    ]);
  });
});
