import { sql } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
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
import { compareInTurn, timeOf } from './compare';
import { measureExports } from './exports';
import { loadLeads } from './load-leads';
import { loadResponses } from './load-responses';
import { printTable, report } from './report';

const FEW = Number(process.env.BENCH_FEW ?? 1_000);
const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const ROUNDS = 31;
/** The leads are of this year. */
const NOW = new Date('2026-11-25T10:00:00Z');

type Desk = { url: string; db: Db; manager: Viewer; close: () => Promise<void> };
type Read = (desk: Desk) => Promise<unknown>;

const task = (weeks: (typeof PERIOD_WEEKS)[number]) => ({ period: toPeriod(weeks, NOW), locale: 'en' });

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

/**
 * `npm run bench -- reports`: reports on 1,000,000 leads of a year, on PostgreSQL, without drawing them, against reading those
 * leads once; and the memory that an export of all of them needs. With `exports` only that, with a part of a name, as
 * `/team`, only those reports.
 */
export async function benchReports([only = '']: readonly string[]): Promise<boolean> {
  const server = await startTestPostgres();
  try {
    const few = await openDesk(server.url, FEW);
    const many = await openDesk(server.url, MANY);
    const isFast = only === 'exports' || (await compareReports(many, only));
    const isFlat = (only !== '' && only !== 'exports') || (await measureExports([few, many]));
    await Promise.all([few.close(), many.close()]);
    return isFast && isFlat;
  } finally {
    await server.stop();
  }
}

/** Reports against one read of all leads, in turn. */
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
    { name: 'ratio of reports, most', measured, limit: REPORTS_LIMITS.overOneRead, unit: 'times' },
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
  await loadResponses(url);
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
