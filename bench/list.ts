import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, type LeadsQuery } from '@/lib/core/leads-query';
import { getLeadsPage } from '@/lib/dashboard/dashboard';
import type { Db } from '@/lib/db/handle';
import { openPostgres } from '@/lib/db/postgres';
import { startTestPostgres } from '@/tests/support/postgres';
import { addManagerWithAgents } from '@/tests/support/rows';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { compareInTurn } from './compare';
import { loadLeads } from './load-leads';
import { median, printTable } from './report';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const ROUNDS = 7;
/** How much slower a page may be with many leads than with few. */
const MAX_RATIO = 1.5;
/** A page over the limit is measured once more: another process may have had the processor. */
const MORE_ROUNDS = 21;

const DAYS = { from: '2026-02-01', to: '2026-02-07' };
const FILTERS: Record<string, Partial<LeadsQuery>> = {
  'no filter': {},
  status: { status: 'contacted' },
  'rare status': { status: 'on hold' },
  'a week': DAYS,
  'a week, status': { ...DAYS, status: 'contacted' },
  'frequent word': { q: 'mail' },
  'part of a company': { q: 'dwind' },
  'word and status': { q: 'dwind', status: 'contacted' },
  'one lead in 200': { q: '123' },
  'rare name': { q: 'winnifred' },
  'part of a rare name': { q: 'nnifr' },
  'no match': { q: 'xylophone' },
};

/** A database with leads, and the people who read them. */
type Desk = { db: Db; people: Record<string, Viewer>; close: () => Promise<void> };
type Page = { who: string; filter: string; sort: string; query: Partial<LeadsQuery> };
type Measured = Page & { few: number; many: number };

/**
 * `npm run bench -- list`: the page of leads on PostgreSQL with 1,000 leads and with 1,000,000, for a manager, an
 * agent with most of them and an agent with thirty, for every filter in every order. Everything the page reads,
 * without drawing it. The two are read in turn, so that whatever else the machine does delays both alike.
 */
export async function benchList(): Promise<boolean> {
  const server = await startTestPostgres();
  try {
    const few = await openDesk(server.url, FEW);
    const many = await openDesk(server.url, MANY);
    const measured: Measured[] = [];
    for (const page of listPages(Object.keys(few.people))) measured.push(await measure(page, { few, many }));
    await Promise.all([few.close(), many.close()]);
    printRatios(measured);
    return printSlow(measured.filter(({ few, many }) => many / few > MAX_RATIO));
  } finally {
    await server.stop();
  }
}

async function openDesk(server: string, count: number): Promise<Desk> {
  const url = await createScratchDatabase(server, { name: `desk_bench_list_${count}` });
  const { db, close } = await openPostgres(url);
  const { manager, many, few } = await addManagerWithAgents(db);
  const { organizationId } = manager.membership;
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  const began = performance.now();
  await loadLeads(url, { organizationId, agents, count });
  console.log(`  ${count} leads added in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return { db, close, people: { manager, 'most leads': many, 'few leads': few } };
}

function listPages(people: readonly string[]): Page[] {
  return people.flatMap((who) =>
    Object.entries(FILTERS).flatMap(([filter, matching]) =>
      LEAD_SORTS.flatMap((sort) =>
        (['asc', 'desc'] as const).map((dir) => ({
          ...{ who, filter, sort: `${sort} ${dir}` },
          query: { ...matching, sort, dir },
        })),
      ),
    ),
  );
}

async function measure(page: Page, { few, many }: { few: Desk; many: Desk }): Promise<Measured> {
  const pair = { few: () => timeOf(few, page), many: () => timeOf(many, page) };
  const first = await compareInTurn(pair, ROUNDS);
  if (first.many / first.few <= MAX_RATIO) return { ...page, ...first };
  return { ...page, ...(await compareInTurn(pair, MORE_ROUNDS)) };
}

async function timeOf({ db, people }: Desk, { who, query }: Page): Promise<number> {
  const viewer = people[who];
  if (!viewer) throw new Error(`${who} is not there`);
  const now = new Date();
  const began = performance.now();
  const page = { query: { ...DEFAULT_LEADS_QUERY, ...query }, timeZone: 'UTC', now, locale: 'en' };
  // A query that takes longer than the desk waits for is cut off.
  const isRead = await getLeadsPage(db, viewer, page).then(Boolean, () => false);
  return isRead ? performance.now() - began : Number.POSITIVE_INFINITY;
}

/** For each person and filter the ratio in each order, of its two directions the worse. */
function printRatios(measured: readonly Measured[]): void {
  const ratio = ({ few, many }: Measured) => many / few;
  for (const who of new Set(measured.map((page) => page.who))) {
    const rows = Object.keys(FILTERS).map((filter) => {
      const pages = measured.filter((page) => page.who === who && page.filter === filter);
      const worst = LEAD_SORTS.map((sort) =>
        Math.max(...pages.filter(({ query }) => query.sort === sort).map(ratio)).toFixed(2),
      );
      return [
        ...[filter, `${median(pages.map((page) => page.few)).toFixed(1)} ms`],
        ...[`${median(pages.map((page) => page.many)).toFixed(1)} ms`, ...worst],
      ];
    });
    printTable([[who, `${FEW}`, `${MANY}`, ...LEAD_SORTS], ...rows]);
    console.log('');
  }
}

/** Prints each page over the limit. @returns whether there is none */
function printSlow(slow: readonly Measured[]): boolean {
  console.log(`  ${slow.length} pages are more than ${MAX_RATIO} times slower.`);
  if (slow.length === 0) return true;
  printTable([
    ['page', `${FEW} leads`, `${MANY} leads`, 'ratio'],
    ...slow.map(({ who, filter, sort, few, many }) => [
      ...[`${who}: ${filter}, by ${sort}`, `${few.toFixed(1)} ms`, `${many.toFixed(1)} ms`],
      (many / few).toFixed(2),
    ]),
  ]);
  return false;
}
