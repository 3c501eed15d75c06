import { sql } from 'drizzle-orm';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, type LeadsQuery } from '@/lib/core/leads-query';
import { getLeadsPage } from '@/lib/dashboard/dashboard';
import type { Db } from '@/lib/db/handle';
import { openPostgres } from '@/lib/db/postgres';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { startTestPostgres } from '@/tests/support/postgres';
import { addViewer } from '@/tests/support/rows';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { median, printTable } from './report';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const ROUNDS = 7;
/** How much slower a page may be with many leads than with few. */
const MAX_RATIO = 1.5;

const FILTERS: Record<string, Partial<LeadsQuery>> = {
  status: { status: 'contacted' },
  'rare status': { status: 'on hold' },
  days: { from: '2026-02-01', to: '2026-02-07' },
  'frequent word': { q: 'mail' },
  'part of a company': { q: 'dwind' },
  'rare name': { q: 'winnifred' },
  'part of a rare name': { q: 'nnifr' },
  'no match': { q: 'xylophone' },
};

const QUERIES: [name: string, query: Partial<LeadsQuery>][] = [
  ...LEAD_SORTS.flatMap((sort): [string, Partial<LeadsQuery>][] => [
    [`by ${sort}, ascending`, { sort, dir: 'asc' }],
    [`by ${sort}, descending`, { sort, dir: 'desc' }],
    [`a status, by ${sort}`, { ...FILTERS.status, sort }],
  ]),
  ...Object.entries(FILTERS),
];

/**
 * `npm run bench -- list`: the page of leads on PostgreSQL with 1,000 leads and with 1,000,000, for a manager, an
 * agent with most of them and an agent with thirty. Everything the page reads, without drawing it.
 */
export async function benchList(): Promise<boolean> {
  const server = await startTestPostgres();
  try {
    const few = await measure(server.url, FEW);
    const many = await measure(server.url, MANY);
    const rows = few.map(({ name, ms }, index) => {
      const after = many[index]?.ms ?? Number.NaN;
      return { name, before: ms, after, ratio: after / ms };
    });
    printTable([
      ['page', `${FEW} leads`, `${MANY} leads`, 'ratio'],
      ...rows.map(({ name, before, after, ratio }) => [
        ...[name, `${before.toFixed(1)} ms`, `${after.toFixed(1)} ms`, ratio.toFixed(2)],
      ]),
    ]);
    return rows.every(({ ratio }) => ratio <= MAX_RATIO);
  } finally {
    await server.stop();
  }
}

async function measure(url: string, count: number): Promise<{ name: string; ms: number }[]> {
  const name = `desk_bench_list_${count}`;
  const { db, close } = await openPostgres(await createScratchDatabase(url, { name }));
  try {
    const manager = await addViewer(db, { role: 'manager' });
    const { organizationId } = manager.membership;
    const most = await addViewer(db, { organizationId });
    const few = await addViewer(db, { organizationId });
    const agents = { many: most.membership.agentId, few: few.membership.agentId };
    const began = performance.now();
    await addLeadsInBulk(db, { organizationId, agents, count });
    await db.execute(sql`vacuum analyze`);
    const perLead = (performance.now() - began) / count;
    console.log(`  ${count} leads added, ${(perLead * 1_000).toFixed(0)} µs each`);
    const figures = [];
    for (const [who, viewer] of Object.entries({ manager, 'most leads': most, 'few leads': few })) {
      for (const [what, query] of QUERIES) {
        const read = () => readPage(db, viewer, query);
        figures.push({ name: `${who}: ${what}`, ms: await medianOf(read) });
      }
    }
    return figures;
  } finally {
    await close();
  }
}

function readPage(db: Db, viewer: Parameters<typeof getLeadsPage>[1], query: Partial<LeadsQuery>) {
  const now = new Date();
  return getLeadsPage(db, viewer, { query: { ...DEFAULT_LEADS_QUERY, ...query }, timeZone: 'UTC', now });
}

async function medianOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    await read();
    // The first one warms the caches.
    if (round > 0) times.push(performance.now() - began);
  }
  return median(times);
}
