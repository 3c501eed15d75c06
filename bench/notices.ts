import { sql } from 'drizzle-orm';
import { getLeadsPage } from '@/app/(portal)/leads/(list)/query';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { openPostgres } from '@/lib/db/postgres';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { listNotices } from '@/lib/notices/list-notices';
import { getUnread } from '@/lib/notices/notices';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { startTestPostgres } from '@/tests/support/postgres';
import { addManagerWithAgents } from '@/tests/support/rows';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { NOTICES_LIMITS } from './budgets';
import { compareInTurn, timeOf } from './compare';
import { loadLeads } from './load-leads';
import { benchNoticesLive } from './notices-live';
import { median, printTable, report } from './report';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const ROUNDS = 41;
/** History entries written in one transaction each, as the mirror does. */
const CHANGES = 500;

type Desk = { db: Db; manager: Viewer; close: () => Promise<void> };

const READS: Record<string, (desk: Desk) => Promise<unknown>> = {
  'unread, for every page': ({ db, manager }) => getUnread(db, manager),
  'page of notifications': ({ db, manager }) => listNotices(db, manager),
  'list of unread leads': ({ db, manager }) =>
    getLeadsPage(db, manager, {
      query: { ...DEFAULT_LEADS_QUERY, show: 'unread' },
      timeZone: 'UTC',
      now: new Date(),
      locale: 'en',
    }),
};

/**
 * `npm run bench -- notices`: what a manager is told of, on PostgreSQL, with 1,000 leads that all have moved and with
 * 1,000,000; what notices add to writing a change; and how soon people hear of changes, one or ten thousand. With `live`
 * only that.
 */
export async function benchNotices([only = '']: readonly string[]): Promise<boolean> {
  const server = await startTestPostgres();
  try {
    const isSoon = await benchNoticesLive(server.url);
    if (only === 'live') return isSoon;
    const few = await openDesk(server.url, FEW);
    const many = await openDesk(server.url, MANY);
    const rows: { name: string; few: number; many: number }[] = [];
    for (const [name, read] of Object.entries(READS)) {
      const pair = { few: () => timeOf(() => read(few)), many: () => timeOf(() => read(many)) };
      rows.push({ name, ...(await compareInTurn(pair, ROUNDS)) });
    }
    const { without, withNotices } = await writeChanges(many.db);
    await Promise.all([few.close(), many.close()]);
    printTable([
      ['read', `${FEW} leads`, `${MANY} leads`, 'ratio'],
      ...rows.map((row) => [
        ...[row.name, `${row.few.toFixed(1)} ms`, `${row.many.toFixed(1)} ms`],
        (row.many / row.few).toFixed(2),
      ]),
    ]);
    printTable([
      ['write of a change', 'without notices', 'with', 'ratio'],
      ['', `${without.toFixed(2)} ms`, `${withNotices.toFixed(2)} ms`, (withNotices / without).toFixed(2)],
    ]);
    const isFast = report([
      {
        name: 'ratio of reads, most',
        measured: Math.max(...rows.map((row) => row.many / row.few)),
        limit: NOTICES_LIMITS.ratio,
        unit: 'times',
      },
      { name: 'added to a write', measured: withNotices - without, limit: NOTICES_LIMITS.write, unit: 'ms' },
    ]);
    return isFast && isSoon;
  } finally {
    await server.stop();
  }
}

async function openDesk(server: string, count: number): Promise<Desk> {
  const url = await createScratchDatabase(server, { name: `desk_bench_notices_${count}` });
  const { db, close } = await openPostgres(url);
  const { manager, many, few } = await addManagerWithAgents(db);
  const { organizationId } = manager.membership;
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  await loadLeads(url, { organizationId, agents, count });
  for (let first = 0; first < count; first += 10_000) {
    await db.execute(sql`insert into timeline (lead_id, organization_id, agent_id, at, kind, detail)
      select id, organization_id, agent_id, changed_at, 'status-changed', '{"from":"pending","to":"won"}'
      from leads order by id limit 10000 offset ${first}`);
  }
  await db.execute(sql`insert into notices (person_id, timeline_id, kind, lead_id, at)
    select m.person_id, t.id, t.kind, t.lead_id, t.at from timeline t
    join memberships m on m.organization_id = t.organization_id and (m.role = 'manager' or m.agent_id = t.agent_id)`);
  return { db, manager, close };
}

/** Medians of one entry in a transaction of its own, without and with its notices, in turn. */
async function writeChanges(db: Db): Promise<{ without: number; withNotices: number }> {
  const { id: leadId, organizationId, agentId, changedAt: at } = leads;
  const rows = await db.select({ leadId, organizationId, agentId, at }).from(leads).limit(CHANGES);
  const times: { without: number[]; withNotices: number[] } = { without: [], withNotices: [] };
  for (const row of rows) {
    const entry = { ...row, kind: 'status-changed', detail: { from: 'pending', to: 'won' } } as const;
    times.without.push(
      await timeOf(() => db.transaction(async (tx) => void (await tx.insert(timeline).values(entry)))),
    );
    times.withNotices.push(await timeOf(() => db.transaction((tx) => writeTimeline(tx, [entry]))));
  }
  return { without: median(times.without), withNotices: median(times.withNotices) };
}
