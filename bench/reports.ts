import { sql } from 'drizzle-orm';
import { getAdminLeadsPage } from '@/lib/admin/leads/query';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import { getLeadsPage } from '@/lib/dashboard/dashboard';
import { listViews, MAX_VIEWS, saveView } from '@/lib/dashboard/saved-views';
import type { Db } from '@/lib/db/handle';
import { openPostgres } from '@/lib/db/postgres';
import { leads } from '@/lib/db/schema/leads';
import { readSchema } from '@/lib/lead-schema/schema';
import { type PERIOD_WEEKS, toPeriod } from '@/lib/reports/period';
import { getAdminReport, getTeamReport } from '@/lib/reports/report';
import { openTestPortal } from '@/tests/support/portal';
import { startTestPostgres } from '@/tests/support/postgres';
import { addManagerWithAgents } from '@/tests/support/rows';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { REPORTS_LIMITS } from './budgets';
import { type Compared, compareInTurn, timeOf } from './compare';
import { measureExports } from './exports';
import { loadAnswers } from './load-answers';
import { loadLeads } from './load-leads';
import { printTable, report } from './report';

const FEW = Number(process.env.BENCH_FEW ?? 1_000);
const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const ROUNDS = 31;
/** What is over the limit is measured once more: another process may have had the processor. */
const MORE_ROUNDS = 101;
/** The leads are of this year. */
const NOW = new Date('2026-11-25T10:00:00Z');

type Desk = { url: string; db: Db; manager: Viewer; close: () => Promise<void> };
type Read = (desk: Desk) => Promise<unknown>;

const task = (weeks: (typeof PERIOD_WEEKS)[number]) => ({ period: toPeriod(weeks, NOW), locale: 'en' });

const ALL = {
  q: '',
  organization: '',
  agent: '',
  status: '',
  waiting: '',
  from: '',
  to: '',
  days: '',
} as const;
const WAITING = { ...ALL, waiting: '1' } as const;
const DAYS = { from: '2026-08-03', to: '2026-08-09' };
const organizationOf = ({ manager }: Desk) => manager.membership.organizationId;
const adminLeads = ({ db }: Desk, filter: Partial<Parameters<typeof getAdminLeadsPage>[1]>) =>
  getAdminLeadsPage(db, { ...ALL, ...filter }, { timeZone: 'UTC', now: NOW });

/** They cost by the leads of their period. */
const REPORTS: Record<string, Read> = {
  '/team, 12 weeks': ({ db, manager }) => getTeamReport(db, manager, task(12)),
  '/team, 52 weeks': ({ db, manager }) => getTeamReport(db, manager, task(52)),
  '/admin/reports, 12 weeks': ({ db }) => getAdminReport(db, { ...task(12), organization: '' }),
  '/admin/reports, 52 weeks': ({ db }) => getAdminReport(db, { ...task(52), organization: '' }),
};

/** The least that any of them reads: the leads of two years, once. */
const readLeadsOnce: Read = ({ db }) =>
  db.execute(sql`select status, count(*), sum(value) from ${leads} where deleted_at is null group by status`);

const READS: Record<string, Read> = {
  'saved views, as many as there may be': ({ db, manager }) => listViews(db, manager),
  'list of a saved view, with its count': ({ db, manager }) =>
    getLeadsPage(db, manager, {
      query: { ...DEFAULT_LEADS_QUERY, status: 'contacted', sort: 'changed', dir: 'desc' },
      ...{ timeZone: 'UTC', now: NOW, locale: 'en' },
    }),
  '/admin/leads': (desk) => adminLeads(desk, {}),
  '/admin/leads of a status': (desk) => adminLeads(desk, { status: 'contacted' }),
  '/admin/leads of some days': (desk) => adminLeads(desk, DAYS),
  '/admin/leads that wait': (desk) => adminLeads(desk, WAITING),
  '/admin/leads that wait, of an organization': (desk) =>
    adminLeads(desk, { ...WAITING, organization: organizationOf(desk) }),
  '/admin/leads that wait, of some days': (desk) => adminLeads(desk, { ...WAITING, ...DAYS }),
  '/admin/leads, a frequent word': (desk) => adminLeads(desk, { q: 'mail' }),
  '/admin/leads, a rare name': (desk) => adminLeads(desk, { q: 'winnifred' }),
};

/**
 * `npm run bench -- reports`: what managers and admins look up, on PostgreSQL, with 1,000 leads and with 1,000,000 of the same
 * year, without drawing it; reports against reading their leads once; and the memory that an export of all of them
 * needs. With `exports` only that, with a part of a name, as `/team`, only those reads.
 */
export async function benchReports([only = '']: readonly string[]): Promise<boolean> {
  const server = await startTestPostgres();
  try {
    const few = await openDesk(server.url, FEW);
    const many = await openDesk(server.url, MANY);
    const isFast =
      only === 'exports' || ((await compareReads({ few, many, only })) && (await compareReports(many, only)));
    const isFlat = (only !== '' && only !== 'exports') || (await measureExports([few, many]));
    await Promise.all([few.close(), many.close()]);
    return isFast && isFlat;
  } finally {
    await server.stop();
  }
}

async function compareReads({ few, many, only }: { few: Desk; many: Desk; only: string }): Promise<boolean> {
  const rows: (Compared & { name: string })[] = [];
  for (const [name, read] of Object.entries(READS)) {
    if (!name.includes(only)) continue;
    const pair = { few: () => timeOf(() => read(few)), many: () => timeOf(() => read(many)) };
    const first = await compareInTurn(pair, ROUNDS);
    const isOver = first.many / first.few > REPORTS_LIMITS.ratio;
    rows.push({ name, ...(isOver ? await compareInTurn(pair, MORE_ROUNDS) : first) });
  }
  if (rows.length === 0) return true;
  printTable([
    ['read', `${FEW} leads`, `${MANY} leads`, 'ratio'],
    ...rows.map(({ name, few, many }) => [
      ...[name, `${few.toFixed(1)} ms`, `${many.toFixed(1)} ms`],
      (many / few).toFixed(2),
    ]),
  ]);
  const measured = Math.max(...rows.map((row) => row.many / row.few));
  return report([{ name: 'ratio of reads, most', measured, limit: REPORTS_LIMITS.ratio, unit: 'times' }]);
}

/** Reports against one reading of all leads, in turn. */
async function compareReports(desk: Desk, only: string): Promise<boolean> {
  const rows: { name: string; once: number; whole: number }[] = [];
  for (const [name, read] of Object.entries(REPORTS)) {
    if (!name.includes(only)) continue;
    const pair = { few: () => timeOf(() => readLeadsOnce(desk)), many: () => timeOf(() => read(desk)) };
    const { few: once, many: whole } = await compareInTurn(pair, ROUNDS);
    rows.push({ name, once, whole });
  }
  if (rows.length === 0) return true;
  printTable([
    ['report', 'leads read once', 'report', 'ratio'],
    ...rows.map(({ name, once, whole }) => [
      ...[name, `${once.toFixed(1)} ms`, `${whole.toFixed(1)} ms`],
      (whole / once).toFixed(2),
    ]),
  ]);
  const measured = Math.max(...rows.map(({ once, whole }) => whole / once));
  return report([
    { name: 'ratio of reports, most', measured, limit: REPORTS_LIMITS.overOneReading, unit: 'times' },
  ]);
}

async function openDesk(server: string, count: number): Promise<Desk> {
  const url = await createScratchDatabase(server, { name: `desk_bench_reports_${count}` });
  const { db, close } = await openPostgres(url);
  const { manager, many, few } = await addManagerWithAgents(db);
  const { organizationId } = manager.membership;
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  await learnForm(db);
  await loadLeads(url, { organizationId, agents, count });
  if (count < MANY) await spreadOverYear(db, count);
  await loadAnswers(url);
  for (let view = 0; view < MAX_VIEWS; view += 1) {
    for (const isShared of [false, true]) {
      const query = { ...DEFAULT_LEADS_QUERY, status: 'contacted' };
      await saveView(db, manager, { name: `View ${view}`, query, isShared, replaces: false, now: NOW });
    }
  }
  return { url, db, manager, close };
}

/** As many leads as there are by then: few ones would all be of the first months, and a report on the last ones be empty. */
async function spreadOverYear(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    update ${leads} set submitted_at =
      timestamptz '2026-01-01Z' + substr(id, length('bulk-') + 1)::double precision / ${count} * interval '365 days'`);
}

/** The fields of the form are the columns of an export. */
async function learnForm(db: Db): Promise<void> {
  const portal = await openTestPortal({});
  await readSchema(db, { service: portal.service, now: NOW });
  await portal.close();
}
