import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { runs } from '@/tests/support/property-runs';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { listLeads } from './list';
import { startRead } from './read-start';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));

let database: Database;
let manager: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  manager = await addViewer(database.db, { role: 'manager' });
});
afterAll(() => database.close());

const list = (query: Partial<LeadsQuery>) =>
  listLeads(database.db, manager, { query: { ...DEFAULT_LEADS_QUERY, ...query }, timeZone: 'UTC' });

async function arrange(sketches: Partial<ServiceLead>[]) {
  await database.db.delete(leads);
  for (const [index, sketch] of sketches.entries()) {
    const { organizationId, agentId } = manager.membership;
    const lead = makeLead({ id: `lead-${index}`, organizationId, agentId, ...sketch });
    await applyLead(database.db, {
      lead,
      readStart: await startRead(database.db, at(50)),
      labelOf: (id) => ({ label: id }),
    });
  }
}

/**
 * Few distinct values, so that many rows are equal; absent values, negative ones, and texts that sort oddly.
 */
const sketch = fc.record({
  createdAt: fc.integer({ min: 0, max: 3 }).map(at),
  updatedAt: fc.option(fc.integer({ min: 4, max: 7 }).map(at), { nil: undefined }),
  status: fc.constantFrom('pending', 'Won', 'won', 'éclair', ''),
  lastName: fc.constantFrom(undefined, '', 'Ångström', 'angstrom', "O'Hara", 'Żak', '李', '%', '_', '\\'),
  value: fc.constantFrom(undefined, 0, -1.5, 0.1, 1e15, 12.34),
});

/** The rows of each page in turn: forwards by `nextAfter`, then back by `previousBefore`. */
async function walk(query: Partial<LeadsQuery>, expected: number) {
  const there: string[][] = [];
  let page = await list(query);
  for (let turn = 0; turn <= expected; turn += 1) {
    there.push(page.rows.map(({ id }) => id));
    if (page.nextAfter === undefined) break;
    page = await list({ ...query, after: page.nextAfter });
  }
  const back: string[][] = [page.rows.map(({ id }) => id)];
  for (let turn = 0; turn <= expected && page.previousBefore !== undefined; turn += 1) {
    page = await list({ ...query, before: page.previousBefore });
    back.unshift(page.rows.map(({ id }) => id));
  }
  return { there, back };
}

const SMALL = 3 as LeadsQuery['size'];

describe('paging', () => {
  it('shows each lead exactly once, forwards and back, in every order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sketch, { minLength: 0, maxLength: 11 }), async (sketches) => {
        await arrange(sketches);
        const ids = sketches.map((_, index) => `lead-${index}`).sort();
        for (const sort of LEAD_SORTS) {
          for (const dir of ['asc', 'desc'] as const) {
            const { there, back } = await walk({ sort, dir, size: SMALL }, sketches.length);
            expect(there.flat().sort(), `${sort} ${dir}`).toEqual(ids);
            expect(back, `${sort} ${dir}`).toEqual(there);
          }
        }
      }),
      { numRuns: runs(15) },
    );
  }, 60_000);

  it('keeps the order of its column', async () => {
    await arrange([{ value: 5 }, { value: undefined }, { value: -1 }, { value: 1e15 }]);
    const valuesOf = async (dir: 'asc' | 'desc') =>
      (await list({ sort: 'value', dir })).rows.map(({ value }) => value);
    expect(await valuesOf('desc')).toEqual([1e15, 5, -1, undefined]);
    expect(await valuesOf('asc')).toEqual([undefined, -1, 5, 1e15]);
  });

  it('a new lead moves nothing to another page', async () => {
    await arrange(Array.from({ length: 8 }, (_, index) => ({ createdAt: at(index) })));
    const first = await list({ size: SMALL });
    await applyLead(database.db, {
      lead: makeLead({ ...manager.membership, id: 'new', createdAt: at(30) }),
      readStart: await startRead(database.db, at(50)),
      labelOf: (id) => ({ label: id }),
    });
    const second = await list({ size: SMALL, after: first.nextAfter });
    expect(second.rows.map(({ id }) => id)).toEqual(['lead-4', 'lead-3', 'lead-2']);
  });
});

const position = (...keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url');
const FIT = '2026-03-02 09:00:00+00';

describe('a forged cursor', () => {
  const cursors = [
    ...['', '!', 'null', position(), position(1), position('x', 'y'), position(FIT), position(FIT, 'a', 'b')],
    ...[position('1', 'a'), position('2026-02-30 09:00:00+00', 'a'), position('infinity', 'a')],
    ...[position('2026-03-02 25:00:00+00', 'a'), position('2026-03-02 09:00:00+99', 'a')],
    ...[position('0000-01-01 00:00:00+00', 'a'), position('999999-01-01 00:00:00+00', 'a')],
    ...[
      position('1e-400', 'a'),
      position('1e400', 'a'),
      position('0b1', 'a'),
      position('NaN', 'a'),
      position(' ', 'a'),
    ],
    ...[
      position('a\u0000', 'b'),
      position('\ud800', 'b'),
      position("' or 1=1 --", FIT, 'x'),
      position(null, 'a'),
    ],
    ...[Buffer.from('[[["a"]]]').toString('base64url'), Buffer.from([0xff, 0xfe]).toString('base64url')],
  ];

  it.each(LEAD_SORTS)('never fails, whatever it contains (by %s)', async (sort) => {
    await arrange([{}, {}]);
    for (const cursor of cursors) {
      for (const way of ['after', 'before']) await list({ sort, [way]: cursor });
    }
  });

  it('shows the first page if it is invalid', async () => {
    await arrange(Array.from({ length: 5 }, (_, index) => ({ createdAt: at(index) })));
    const first = await list({ size: SMALL });
    for (const way of ['after', 'before']) {
      expect(await list({ size: SMALL, [way]: position('1', 'a') })).toEqual(first);
    }
  });

  it('never fails on any text', async () => {
    const any = fc.oneof(fc.string(), fc.double(), fc.date({ noInvalidDate: true }).map(String));
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 2, maxLength: 3 }), async (keys) => {
        for (const sort of LEAD_SORTS) await list({ sort, after: position(...keys) });
      }),
      { numRuns: runs(40) },
    );
  });
});
