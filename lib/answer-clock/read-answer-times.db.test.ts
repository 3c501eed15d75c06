import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { answerSpans } from '@/lib/db/schema/answer-clock';
import { freshDatabase } from '@/tests/support/database';
import { bucketOf, middleOf } from './bucket';
import { readAnswerTimes, readStatusTimes } from './read-answer-times';

const HOUR_MS = 3_600_000;
/** What is read of a time. */
const near = (ms: number) => middleOf(bucketOf(ms));

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await database.db
    .insert(answerSpans)
    .values([
      ...[1, 2, 3, 4, 50].map((hours) => answer({ hours })),
      answer({ agentId: 'b', hours: 100 }),
      answer({ organizationId: 'org-2', hours: 7 }),
      answer({ week: '2026-03-09', hours: 9 }),
      ...[10, 20].map((hours) => ({ ...answer({ hours }), kind: 'status' as const, status: 'qualified' })),
      { ...answer({ hours: 5 }), kind: 'status' as const, status: 'pending' },
    ]);
});
afterAll(() => database.close());

let minutes = 0;
function answer({
  organizationId = 'org-1',
  agentId = 'a',
  week = '2026-03-02',
  hours,
}: {
  organizationId?: string;
  agentId?: string;
  week?: string;
  hours: number;
}) {
  minutes += 1;
  const endedAt = new Date(Date.UTC(2026, 2, 3, 9, minutes));
  const owner = { leadId: 'lead', organizationId, agentId };
  return { ...owner, kind: 'answer' as const, status: '', endedAt, week, bucket: bucketOf(hours * HOUR_MS) };
}

const read = (query: Parameters<typeof readAnswerTimes>[1]) => readAnswerTimes(database.db, query);

describe('the times to the first answer', () => {
  it('have the median and what nine in ten stay within, as measured', async () => {
    const query = { organizationId: 'org-1', agentId: 'a', to: new Date('2026-03-09') };
    expect(await read(query)).toEqual([{ count: 5, medianMs: near(3 * HOUR_MS), p90Ms: near(50 * HOUR_MS) }]);
  });

  it('are one row without groups, also if there are none', async () => {
    expect(await read({})).toMatchObject([{ count: 8, medianMs: near(4 * HOUR_MS) }]);
    expect(await read({ organizationId: 'org-3' })).toEqual([{ count: 0 }]);
  });

  it('come by agent and by organization', async () => {
    expect(await read({ organizationId: 'org-1', groupBy: 'agent' })).toMatchObject([
      { organizationId: 'org-1', agentId: 'a', count: 6 },
      { organizationId: 'org-1', agentId: 'b', count: 1, medianMs: near(100 * HOUR_MS) },
    ]);
    const [one, other] = await read({ groupBy: 'organization' });
    expect(one).toMatchObject({ organizationId: 'org-1', count: 7 });
    expect(other).toEqual({
      ...{ organizationId: 'org-2', count: 1 },
      ...{ medianMs: near(7 * HOUR_MS), p90Ms: near(7 * HOUR_MS) },
    });
    expect(await read({ organizationId: 'org-3', groupBy: 'agent' })).toEqual([]);
  });

  it.each([
    ['a week', '2026-03-02T00:00Z', '2026-03-09T00:00Z', 7],
    ['a week of Honolulu', '2026-03-02T10:00Z', '2026-03-09T10:00Z', 7],
    ['a week of Auckland', '2026-03-01T11:00Z', '2026-03-08T11:00Z', 7],
    ['the week that has begun', '2026-03-09T00:00Z', '2026-03-10T00:00Z', 1],
    ['two weeks', '2026-03-04T00:00Z', '2026-03-11T00:00Z', 8],
    ['the week before', '2026-02-23T00:00Z', '2026-03-02T00:00Z', 0],
    ['the week after', '2026-03-16T00:00Z', '2026-03-23T00:00Z', 0],
  ])('are those of %s', async (_, from, to, count) => {
    expect(await read({ from: new Date(from), to: new Date(to) })).toMatchObject([{ count }]);
  });

  it('are not the times in a status, which come by status', async () => {
    expect(await readStatusTimes(database.db, { organizationId: 'org-1' })).toEqual([
      { status: 'pending', count: 1, medianMs: near(5 * HOUR_MS), p90Ms: near(5 * HOUR_MS) },
      { status: 'qualified', count: 2, medianMs: near(10 * HOUR_MS), p90Ms: near(20 * HOUR_MS) },
    ]);
    expect(await readStatusTimes(database.db, { organizationId: 'org-2' })).toEqual([]);
  });
});

it('forgets what was taken back', async () => {
  await database.db.insert(answerSpans).values({ ...answer({ hours: 5 }), organizationId: 'org-9' });
  expect(await read({ organizationId: 'org-9' })).toMatchObject([{ count: 1 }]);
  await database.db.delete(answerSpans).where(eq(answerSpans.organizationId, 'org-9'));
  expect(await read({ organizationId: 'org-9' })).toEqual([{ count: 0 }]);
});
