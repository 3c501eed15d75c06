import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { freshDatabase } from '@/tests/support/database';
import { runs } from '@/tests/support/property-runs';
import { makeLead } from '@/tests/support/rows';
import { addLeads } from './add';
import { applyLead } from './apply';
import { confirmLeads } from './confirm';
import { keysOf } from './listed';
import { tombstoneLead } from './tombstone';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const START = Date.UTC(2026, 2, 2, 9);
const CHANGE_EVERY = 10;
const at = (ms: number) => new Date(START + ms);

/** The lead after each change; several changes may fall in one tick of the service's clock. */
const history = fc.array(fc.record({ isAlive: fc.boolean(), ticks: fc.nat(2) }), {
  minLength: 1,
  maxLength: 5,
});
const snapshots = fc.array(
  fc.record({ startedAt: fc.nat(60), took: fc.nat(40), how: fc.constantFrom('refresh', 'page') }),
  { maxLength: 7 },
);

type Snapshot = { startedAt: number; answeredAt: number; how: string };

/** A new lead with a history, and the mirror's real code to read it. */
function newLead(changes: readonly { isAlive: boolean; ticks: number }[]) {
  const { db } = database;
  const id = newId('submission');
  const seconds = changes.map((_, index) =>
    changes.slice(0, index + 1).reduce((sum, { ticks }) => sum + ticks, 0),
  );
  const stateAt = (time: number) => Math.min(Math.floor(time / CHANGE_EVERY), changes.length - 1);
  const leadIn = (state: number) =>
    makeLead({
      id,
      createdAt: at(-1),
      updatedAt: at((seconds[state] ?? 0) * 1_000),
      status: `state ${state}`,
    });
  return {
    last: { isAlive: changes.at(-1)?.isAlive ?? false, status: `state ${changes.length - 1}` },
    async take({ startedAt, answeredAt, how }: Snapshot) {
      const state = stateAt(answeredAt);
      const readStart = { at: at(startedAt), order: startedAt };
      // A page of the list omits deleted leads; only a read of the lead itself shows the deletion.
      if (!changes[state]?.isAlive) {
        if (how === 'refresh') await tombstoneLead(db, { leadId: id, readStart });
        return;
      }
      const lead = leadIn(state);
      if (how === 'page') {
        // As the full sync does with each page.
        const carries = new Set(keysOf(lead));
        const page = { page: [lead], readStart, carries, mayOmit: false };
        if ((await confirmLeads(db, page)).has(id) || (await addLeads(db, page)).has(id)) return;
      }
      await applyLead(db, { lead, readStart, labelOf: (fieldId) => ({ label: fieldId }) });
    },
    row: async () => (await db.select().from(leads).where(eq(leads.id, id)))[0],
    firstSeen: async () =>
      (await db.select().from(timeline).where(eq(timeline.leadId, id))).filter(
        ({ kind }) => kind === 'first-seen',
      ).length,
  };
}

/** Applied in this order, some of them concurrently. */
async function takeAll(
  taken: readonly Snapshot[],
  take: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < taken.length; first += 3) {
    await Promise.all(taken.slice(first, first + 3).map(take));
  }
}

describe('the mirror of a lead', () => {
  it('matches the service, in whatever order and with whatever concurrency snapshots are applied', async () => {
    const order = fc.array(fc.nat(7), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(history, snapshots, order, async (changes, others, places) => {
        const { take, row, firstSeen, last } = newLead(changes);
        const end = changes.length * CHANGE_EVERY;
        const final: Snapshot = { startedAt: end + 100, answeredAt: end + 101, how: 'refresh' };
        const all = others.map(({ took, ...one }) => ({ ...one, answeredAt: one.startedAt + took }));
        const shuffled = [...all, final]
          .map((snapshot, index) => ({ snapshot, place: places[index] ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ snapshot }) => snapshot);
        await takeAll(shuffled, take);
        const mirrored = await row();
        expect(mirrored?.deletedAt === null).toBe(last.isAlive);
        if (last.isAlive) expect(mirrored?.status).toBe(last.status);
        expect(await firstSeen()).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(150) },
    );
  });
});
