import { sql } from 'drizzle-orm';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import { type AdminLeadsFilter, getAdminLeadsPage } from '@/app/admin/leads/query';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, type LeadsQuery } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { openPostgres } from '@/lib/db/postgres';
import { leads } from '@/lib/db/schema/leads';
import { startTestPostgres } from '@/tests/support/postgres';
import { addManagerWithAgents } from '@/tests/support/rows';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { LIST_LIMITS } from './budgets';
import { compareInTurn, timeOf } from './compare';
import { loadLeads } from './load-leads';
import { printTable, report } from './report';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
/** Each has as many leads, of which one agent has a tenth. */
const ORGANIZATIONS = 20;
const ROUNDS = 7;
/** The leads are of this year. */
const NOW = new Date('2026-11-25T10:00:00Z');

const DAYS = { from: '2026-02-01', to: '2026-02-07' };
const FILTERS: Record<string, Partial<LeadsQuery>> = {
  'no filter': {},
  status: { status: 'contacted' },
  'rare status': { status: 'on hold' },
  'all that are open': { status: '*open' },
  'a week': DAYS,
  'frequent word': { q: 'mail' },
  'part of a company': { q: 'dwind' },
  'rare name': { q: 'winnifred' },
  'no match': { q: 'xylophone' },
};

const ALL: AdminLeadsFilter = {
  q: '',
  organization: '',
  agent: '',
  status: '',
  waiting: '',
  from: '',
  to: '',
  days: '',
};

type Page = { who: string; name: string; read: (db: Db) => Promise<unknown> };

/**
 * `npm run bench -- list`: the page of leads on PostgreSQL among 1,000,000 leads of 20 organizations, for a manager with 50,000
 * of them, an agent with 5,000 and an admin. Everything the page reads, without drawing it, against reading the manager's
 * leads once, for the admin all leads once, in turn.
 */
export async function benchList(): Promise<boolean> {
  const server = await startTestPostgres();
  try {
    const url = await createScratchDatabase(server.url, { name: 'desk_bench_list' });
    const { db, close } = await openPostgres(url);
    const { manager, many, few } = await addManagerWithAgents(db);
    const { organizationId } = manager.membership;
    const agents = { many: many.membership.agentId, few: few.membership.agentId };
    const load = { organizationId, agents, count: LEADS, organizations: ORGANIZATIONS, ofTen: 1 };
    console.log(
      `  ${LEADS} leads added in ${Math.round((await timeOf(() => loadLeads(url, load))) / 1_000)} s`,
    );
    const ofOne = await measure(db, pagesOf({ manager, agent: many }), organizationId);
    const ofAll = await measure(db, adminPages(organizationId), undefined);
    await close();
    return report([
      { name: 'page of a manager or agent', measured: ofOne, limit: LIST_LIMITS.ofOne, unit: 'times' },
      { name: 'page of an admin', measured: ofAll, limit: LIST_LIMITS.ofAll, unit: 'times' },
    ]);
  } finally {
    await server.stop();
  }
}

function pagesOf(people: Record<string, Viewer>): Page[] {
  return Object.entries(people).flatMap(([who, viewer]) =>
    Object.entries(FILTERS).flatMap(([filter, matching]) =>
      LEAD_SORTS.map((sort) => ({
        who,
        name: `${filter}, by ${sort}`,
        read: (db: Db) =>
          getLeadsPage(db, viewer, {
            query: { ...DEFAULT_LEADS_QUERY, ...matching, sort, dir: 'desc' },
            timeZone: 'UTC',
            now: NOW,
            locale: 'en',
          }),
      })),
    ),
  );
}

function adminPages(organization: string): Page[] {
  const filters: Record<string, Partial<AdminLeadsFilter>> = {
    newest: {},
    'of an organization': { organization },
    'of a status': { status: 'contacted' },
    'of some days': DAYS,
    'that wait': { waiting: '1' },
    'that wait, of an organization': { waiting: '1', organization },
    'by value': { order: 'highest' },
    'rare name': { q: 'winnifred' },
  };
  return Object.entries(filters).map(([name, filter]) => ({
    who: 'admin',
    name,
    read: (db: Db) => getAdminLeadsPage(db, { ...ALL, ...filter }, { timeZone: 'UTC', now: NOW }),
  }));
}

/** Prints the slowest pages of each person. @returns the most that any costs of reading the leads once */
async function measure(db: Db, pages: readonly Page[], organizationId: string | undefined): Promise<number> {
  const whose = organizationId === undefined ? sql`true` : sql`${leads.organizationId} = ${organizationId}`;
  const readOnce = () =>
    db.execute(
      sql`select count(*), max(${leads.firstName}), sum(${leads.value}) from ${leads} where ${whose}`,
    );
  const measured: (Page & { once: number; page: number })[] = [];
  for (const page of pages) {
    const pair = { few: () => timeOf(readOnce), many: () => timeOf(() => page.read(db)) };
    const { few, many } = await compareInTurn(pair, ROUNDS);
    measured.push({ ...page, once: few, page: many });
  }
  for (const who of new Set(pages.map((page) => page.who))) {
    const slowest = measured.filter((one) => one.who === who).toSorted((a, b) => b.page - a.page);
    printTable([
      [who, 'leads read once', 'page', 'ratio'],
      ...slowest
        .slice(0, 10)
        .map(({ name, once, page }) => [
          ...[name, `${once.toFixed(1)} ms`, `${page.toFixed(1)} ms`],
          (page / once).toFixed(2),
        ]),
    ]);
  }
  return Math.max(...measured.map(({ once, page }) => page / once));
}
