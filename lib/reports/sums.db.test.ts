import { eq, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { agentSums, organizationSums } from '@/lib/db/schema/reports';
import { addLeads } from '@/lib/leads/add';
import { applyLead } from '@/lib/leads/apply';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { freshDatabase } from '@/tests/support/database';
import { makeLead } from '@/tests/support/rows';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));

const answerSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });
const rowsOf = async (query: SQL) => answerSchema.parse(await database.db.execute(query)).rows;

/** What is kept, by unit, day, agent and status; and the same counted anew. */
const kept = () =>
  rowsOf(sql`select unit, start::text, organization_id, agent_id, status, count::int, value::float8 from ${agentSums}
    where count <> 0 or value <> 0 order by 1, 2, 3, 4, 5`);
const counted = () =>
  rowsOf(sql`select unit, date_trunc(unit, submitted_at at time zone 'UTC')::date::text as start, organization_id,
      agent_id, status, count(*)::int as count, coalesce(sum(value), 0)::float8 as value
    from ${leads}, (values ('day'), ('week')) units (unit) where deleted_at is null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`);
const keptTogether = () =>
  rowsOf(sql`select unit, start::text, organization_id, status, count::int, value::float8 from ${organizationSums}
    where count <> 0 or value <> 0 order by 1, 2, 3, 4`);
const addedUp = () =>
  rowsOf(sql`select unit, start::text, organization_id, status, sum(count)::int as count, sum(value)::float8 as value
    from ${agentSums} group by 1, 2, 3, 4 having sum(count) <> 0 or sum(value) <> 0 order by 1, 2, 3, 4`);

const lead = fc.constantFrom('lead-1', 'lead-2', 'lead-3', 'lead-4');
const reading = fc.record({
  id: lead,
  organizationId: fc.constantFrom('org-1', 'org-2', undefined),
  agentId: fc.constantFrom('agent-1', 'agent-2'),
  status: fc.constantFrom('pending', 'won', ''),
  // Around the end of a week and of a year.
  createdAt: fc.integer({ min: 0, max: 20 }).map((days) => new Date(Date.UTC(2025, 11, 20 + days, 23, 59))),
  value: fc.option(
    fc.integer({ min: -5_000, max: 5_000 }).map((cents) => cents / 4),
    { nil: undefined },
  ),
});
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ read: reading }) },
  { weight: 1, arbitrary: fc.record({ bury: lead }) },
  { weight: 1, arbitrary: fc.record({ remove: lead }) },
);

describe('the sums of reports', () => {
  it('equal a recount of the leads after any sequence of changes', async () => {
    let second = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        for (const one of steps) {
          second += 1;
          const readStart = { at: at(second), order: second };
          if ('read' in one) {
            const changed = makeLead({ ...one.read, updatedAt: at(second) });
            await applyLead(database.db, { lead: changed, readStart, labelOf: (label) => ({ label }) });
          } else if ('bury' in one) await tombstoneLead(database.db, { leadId: one.bury, readStart });
          else await database.db.delete(leads).where(sql`${leads.id} = ${one.remove}`);
        }
        expect(await kept()).toEqual(await counted());
        expect(await keptTogether()).toEqual(await addedUp());
      }),
      { numRuns: 12 },
    );
  });

  it('are the same when they are filled anew, as an update of the desk does', async () => {
    const before = await kept();
    await database.db.execute(sql`truncate ${agentSums}, ${organizationSums}`);
    await database.db.execute(sql`select report_sums_fill()`);
    expect(await kept()).toEqual(before);
    expect(await keptTogether()).toEqual(await addedUp());
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

  it('do not block leads that move in opposite directions at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          applyLead(database.db, {
            lead: makeLead({
              ...{ id: `moving-${index}`, organizationId: 'org-9', agentId: 'agent-9' },
              status: (index + round) % 2 === 0 ? 'won' : 'pending',
              updatedAt: at(round),
            }),
            readStart: { at: at(round), order: round },
            labelOf: (label) => ({ label }),
          }),
        ),
      );
    }
    expect(await kept()).toEqual(await counted());
  });
});
