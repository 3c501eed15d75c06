import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '@/lib/db/handle';
import { answerSpans } from '@/lib/db/schema/answer-clock';
import { leads } from '@/lib/db/schema/leads';
import { agentCounts, organizationSums } from '@/lib/db/schema/reports';
import { addLeads } from '@/lib/leads/add';
import { applyLead } from '@/lib/leads/apply';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { afterRandomLives, moveInOppositeDirections } from '@/tests/support/random-lives';
import { makeLead } from '@/tests/support/rows';
import { toPeriod } from './period';
import { readAgentSums } from './read-sums';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));

const answerSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });
const rowsOf = async (query: SQL) => answerSchema.parse(await database.db.execute(query)).rows;

/** What is kept of agents, by unit, day, agent and status, in the view that has a row for each; and the same counted anew. */
const kept = async () => [
  ...(await rowsOf(sql`select unit, start::text, organization_id, agent_id, status, count::int from agent_sums
    where count <> 0 order by 1, 2, 3, 4, 5`)),
  ...(await rowsOf(sql`select unit, start::text, organization_id, agent_id, sum(value)::float8 as value from ${agentCounts}
    group by 1, 2, 3, 4 having sum(value) <> 0 order by 1, 2, 3, 4`)),
];
const leadsOfUnits = sql`(
  select unit, date_trunc(unit, submitted_at at time zone 'UTC')::date::text as start, organization_id, agent_id, status, value
  from ${leads}, (values ('day'), ('week')) units (unit) where deleted_at is null) as counted`;
const counted = async () => [
  ...(await rowsOf(sql`select unit, start, organization_id, agent_id, status, count(*)::int as count from ${leadsOfUnits}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`)),
  ...(await rowsOf(sql`select unit, start, organization_id, agent_id, sum(value)::float8 as value from ${leadsOfUnits}
    group by 1, 2, 3, 4 having sum(value) <> 0 order by 1, 2, 3, 4`)),
];
const keptTogether = () =>
  rowsOf(sql`select unit, start::text, organization_id, status, count::int, value::float8 from ${organizationSums}
    where count <> 0 or value <> 0 order by 1, 2, 3, 4`);
const countedTogether = () =>
  rowsOf(sql`select unit, start, organization_id, status, count(*)::int as count, coalesce(sum(value), 0)::float8 as value
    from ${leadsOfUnits} group by 1, 2, 3, 4 order by 1, 2, 3, 4`);

describe('the sums of reports', () => {
  it('equal a recount of the leads after any sequence of changes', async () => {
    await afterRandomLives(database.db, async () => {
      expect(await kept()).toEqual(await counted());
      expect(await keptTogether()).toEqual(await countedTogether());
    });
  });

  it('are right for more statuses than one number holds', async () => {
    for (let index = 0; index < 70; index += 1) {
      const many = { organizationId: 'org-10', agentId: `agent-${index % 2}`, value: index };
      const lead = makeLead({
        id: `status-${index % 35}`,
        ...many,
        status: `status ${index}`,
        updatedAt: at(index),
      });
      const readStart = { at: at(index), order: index };
      await applyLead(database.db, { lead, readStart, labelOf: (label) => ({ label }) });
    }
    expect(await kept()).toEqual(await counted());
    expect(await keptTogether()).toEqual(await countedTogether());
    const period = toPeriod(4, at(0));
    const sums = await readAgentSums(database.db, { organizationId: 'org-10', period });
    const found = sums.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]);
    expect(found.sort()).toEqual(Array.from({ length: 35 }, (_, index) => [`status ${35 + index}`, 1]));
  });

  it('are the same when they are filled anew', async () => {
    const before = await kept();
    await database.db.execute(sql`truncate ${agentCounts}, ${organizationSums}`);
    await database.db.execute(sql`select report_sums_fill()`);
    expect(await kept()).toEqual(before);
    expect(await keptTogether()).toEqual(await countedTogether());
  });

  it('do not block leads that are added many at once, beside single ones of the same agents', async () => {
    const agents = ['agent-7', 'agent-8'];
    const leadOf = (id: string, index: number) =>
      makeLead({ id, organizationId: 'org-7', agentId: agents[index % 2], status: 'pending' });
    const many = Array.from({ length: 40 }, (_, index) => leadOf(`many-${index}`, index));
    const single = Array.from({ length: 16 }, (_, index) => leadOf(`single-${index}`, index + 1));
    const readStart = { at: at(0), order: 0 };
    await Promise.all([
      addLeads(database.db, { page: many, readStart, mayOmit: false }),
      ...single.map((lead) => applyLead(database.db, { lead, readStart, labelOf: (label) => ({ label }) })),
    ]);
    expect(await database.db.$count(leads, eq(leads.organizationId, 'org-7'))).toBe(56);
    expect(await kept()).toEqual(await counted());
  });

  it('do not block imports that add the same agents’ leads many at once, with their days in opposite order', async () => {
    const dayOf = (index: number) => new Date(Date.UTC(2026, 5, 1 + index, 12));
    const pageOf = (round: number, name: string) =>
      Array.from({ length: 60 }, (_, index) =>
        makeLead({
          ...{ id: `${name}-${round}-${index}`, organizationId: 'org-8', agentId: 'agent-8' },
          createdAt: dayOf(index),
        }),
      );
    const readStart = { at: at(0), order: 0 };
    const add = (page: ServiceLead[]) => addLeads(database.db, { page, readStart, mayOmit: false });
    for (let round = 0; round < 4; round += 1) {
      const added = await Promise.all([
        ...['one', 'two'].map((name) => add(pageOf(round, name))),
        ...['three', 'four'].map((name) => add(pageOf(round, name).toReversed())),
      ]);
      expect(added.map(({ size }) => size)).toEqual([60, 60, 60, 60]);
    }
    expect(await kept()).toEqual(await counted());
  });

  it('do not block leads that are answered as they move between two organizations, in both directions at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(
        Array.from({ length: 8 }, (_, index) => {
          const organizationId = (index + round) % 2 === 0 ? 'org-5' : 'org-6';
          const status = round % 2 === 0 ? 'pending' : 'won';
          const lead = { id: `answered-${index}`, organizationId, agentId: 'agent-5', status };
          return applyLead(database.db, {
            lead: makeLead({ ...lead, createdAt: at(0), updatedAt: at(round) }),
            readStart: { at: at(round), order: round },
            labelOf: (label) => ({ label }),
          });
        }),
      );
    }
    expect(await kept()).toEqual(await counted());
    expect(await database.db.$count(answerSpans, eq(answerSpans.kind, 'answer'))).toBeGreaterThanOrEqual(8);
  });

  it('do not block leads that move in opposite directions at once', async () => {
    await moveInOppositeDirections(database.db);
    expect(await kept()).toEqual(await counted());
  });
});
