import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { MAX_LISTED } from '@/lib/db/paging';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { SUBMISSION_SEND } from '@/lib/submissions/topics';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, makeLead } from '@/tests/support/rows';
import { getSubmissionsPage } from './query';

let database: Database;
let agent: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  agent = await addViewer(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [submissions, leads, jobs]) await database.db.delete(table);
});

const NOW = new Date('2026-03-02T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const read = () => getSubmissionsPage(database.db, { now: NOW, locale: 'en' });

async function add(submission: Partial<typeof submissions.$inferInsert>) {
  const id = newId('submission');
  const { organizationId, agentId } = agent.membership;
  await database.db.insert(submissions).values({
    id,
    personId: agent.personId,
    organizationId,
    agentId,
    schemaVersion: '',
    createdAt: minutesAgo(30),
    firstAttemptedAt: minutesAgo(30),
    attemptedAt: minutesAgo(20),
    attempts: 1,
    answers: { firstName: 'Nils', lastName: 'Berg', email: 'Berg@alder.example', value: 1250.5 },
    ...submission,
  });
  return id;
}

async function mirrored(lead: Parameters<typeof makeLead>[0] = {}) {
  const { organizationId, agentId } = agent.membership;
  const standard = { firstName: 'Nils', lastName: 'Berg', email: 'berg@alder.example' };
  const made = makeLead({ organizationId, agentId, createdAt: minutesAgo(29), ...standard, ...lead });
  await applyLead(database.db, {
    lead: made,
    readStart: await startRead(database.db, NOW),
    labelOf: (field) => ({ label: field }),
  });
  return made.id;
}

const addJob = (job: Partial<typeof jobs.$inferInsert> & { topic: string; key: string }) =>
  database.db.insert(jobs).values({ payload: {}, runAt: NOW, requestedAt: minutesAgo(30), ...job });

describe('a submission that waits for a decision', () => {
  it('is listed with the leads in its evidence, and which of them are taken', async () => {
    const [one, two] = [await mirrored(), await mirrored()];
    await add({ state: 'accepted', leadId: one });
    await add({ state: 'review', evidence: { reason: 'several', leadIds: [one, two] } });
    const [row] = (await read()).reviews.rows;
    expect(row).toMatchObject({ reason: 'several', name: 'Nils Berg', value: 1250.5, attempts: 1 });
    const found = row?.candidates.rows.map(({ id, isClaimed }) => [id, isClaimed]);
    expect(new Map(found?.map(([id, isClaimed]) => [id, isClaimed]))).toEqual(
      new Map([
        [one, true],
        [two, false],
      ]),
    );
  });

  it('says that several leads match as soon as a second one of the same name and address is known', async () => {
    const one = await mirrored();
    await add({ state: 'review', evidence: { reason: 'unlike', leadIds: [one] } });
    await mirrored({ firstName: 'Ida' });
    const reason = async () => (await read()).reviews.rows[0]?.reason;
    expect(await reason()).toBe('unlike');
    await mirrored();
    expect(await reason()).toBe('several');
  });

  it('is listed with similar newer leads, of its organization only', async () => {
    const stranger = await addViewer(database.db);
    await mirrored({ createdAt: minutesAgo(60) });
    const [known] = await database.db.select({ order: leads.firstSeenOrder }).from(leads);
    await add({
      state: 'review',
      evidence: { reason: 'resent', leadIds: [] },
      firstAttemptOrder: known?.order,
    });
    const late = await mirrored({ email: 'n.berg@elsewhere.example', createdAt: minutesAgo(1) });
    await mirrored({ lastName: 'Vik', email: 'vik@alder.example' });
    await mirrored({ ...stranger.membership });
    const [row] = (await read()).reviews.rows;
    expect(row?.candidates.rows).toMatchObject([{ id: late, isClaimed: false, name: 'Nils Berg' }]);
  });

  it('without a name or an address is not compared by them', async () => {
    await add({ state: 'review', answers: {}, evidence: { reason: 'unseen', leadIds: [] } });
    await mirrored({ firstName: '', lastName: '', email: '' });
    const [row] = (await read()).reviews.rows;
    expect(row?.candidates.rows).toEqual([]);
  });

  it('is listed among the first hundred, and the rest are counted', async () => {
    for (let i = 0; i < MAX_LISTED + 2; i++) {
      await add({ state: 'review', evidence: { reason: 'resent', leadIds: [] } });
    }
    const { reviews, counts } = await read();
    expect([reviews.rows.length, reviews.more]).toEqual([MAX_LISTED, 2]);
    expect(counts).toEqual([{ state: 'review', count: MAX_LISTED + 2 }]);
  });
});

describe('work in progress', () => {
  it('includes the time of the next search for an unclear submission', async () => {
    const id = await add({ state: 'confirming', emptySearches: 1 });
    const { rows } = (await read()).unclear;
    expect(rows).toMatchObject([
      { id, searches: 1, sent: { at: minutesAgo(20).toISOString() }, nextSearchAt: minutesAgo(17) },
    ]);
  });

  it('includes a submission that has waited for minutes, with the last error, but no new one', async () => {
    const queued = { state: 'queued', attempts: 0, attemptedAt: null, firstAttemptedAt: null } as const;
    await add({ ...queued, createdAt: minutesAgo(1) });
    const again = await add(queued);
    await addJob({ topic: SUBMISSION_SEND, key: again, requestedAt: minutesAgo(1) });
    const id = await add(queued);
    await addJob({ topic: SUBMISSION_SEND, key: id, lastError: 'rate-limited: later' });
    const { rows } = (await read()).overdue;
    expect(rows).toMatchObject([{ id, lastError: 'rate-limited: later', nextTryAt: NOW }]);
  });

  it('includes every dead job, of any topic', async () => {
    await addJob({ topic: 'full-sync', key: 'all' });
    await addJob({ topic: 'lead.refresh', key: 'a-lead', deadAt: NOW, lastError: 'Error: no' });
    const { rows } = (await read()).dead;
    expect(rows).toMatchObject([
      { topic: 'lead.refresh', key: 'a-lead', deadAt: NOW, lastError: 'Error: no' },
    ]);
  });
});
