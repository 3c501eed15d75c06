import 'server-only';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { applyLead } from '@/lib/leads/apply';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { Db } from '../../lib/db/handle';
import { leads } from '../../lib/db/schema/leads';
import { makeLead } from './rows';

/** Random lives of a few leads, for what triggers keep of them: read, deleted in the portal, removed from the mirror. */

const lead = fc.constantFrom('lead-1', 'lead-2', 'lead-3', 'lead-4');
const reading = fc.record({
  id: lead,
  organizationId: fc.constantFrom('org-1', 'org-2', undefined),
  agentId: fc.constantFrom('agent-1', 'agent-2'),
  status: fc.constantFrom('pending', 'won', 'Lost; drop table', ''),
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
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A moment of the lives, by its second. */
const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));
const labelOf = (label: string) => ({ label });

/** Calls `check` after each of some lives, which go on where the last one ended. */
export async function afterRandomLives(db: Db, check: () => Promise<void>): Promise<void> {
  let second = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      for (const one of steps) {
        second += 1;
        await live(db, { one, second });
      }
      await check();
    }),
    { numRuns: 12 },
  );
}

async function live(db: Db, { one, second }: { one: Step; second: number }): Promise<void> {
  const readStart = { at: at(second), order: second };
  if ('read' in one) {
    const changed = makeLead({ ...one.read, updatedAt: at(second) });
    await applyLead(db, { lead: changed, readStart, labelOf });
  } else if ('bury' in one) await tombstoneLead(db, { leadId: one.bury, readStart });
  else await db.delete(leads).where(sql`${leads.id} = ${one.remove}`);
}

/** Leads of one agent move between two statuses at once, in each round half of them in either direction. */
export async function moveInOppositeDirections(db: Db): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const status = (index + round) % 2 === 0 ? 'won' : 'pending';
        const owner = { organizationId: 'org-9', agentId: 'agent-9' };
        return applyLead(db, {
          lead: makeLead({ id: `moving-${index}`, ...owner, status, updatedAt: at(round) }),
          readStart: { at: at(round), order: round },
          labelOf,
        });
      }),
    );
  }
}
