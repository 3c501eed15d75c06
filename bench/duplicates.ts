import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { openPostgres } from '@/lib/db/postgres';
import { findDuplicates } from '@/lib/duplicates/find-duplicates';
import type { Contact } from '@/lib/match-keys/keys';
import { addCompaniesInBulk, BULK_DOMAIN } from '@/tests/support/bulk-leads';
import { startTestPostgres } from '@/tests/support/postgres';
import { addManagerWithAgents } from '@/tests/support/rows';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { KNOWN_LIMITS } from './budgets';
import { loadLeads } from './load-leads';
import { median, printTable, report } from './report';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const ROUNDS = 41;

const CONTACTS: Record<string, Contact> = {
  email: { email: 'anna.weber.11@mail.example' },
  'a domain of all leads': { website: `https://www.${BULK_DOMAIN}` },
  'a company and those like it': { company: 'Nordwind Weber 123 GmbH' },
  everything: {
    email: 'anna.weber.11@mail.example',
    phone: '030 1234567',
    website: BULK_DOMAIN,
    company: 'Nordwind Weber 123 GmbH',
  },
  nothing: {
    email: 'nobody@unheard.example',
    phone: '030 7654321',
    website: 'unheard.example',
    company: 'Unheard Of Ltd',
  },
};

type Desk = { db: Db; people: Record<string, Viewer>; close: () => Promise<void> };

/**
 * `npm run bench -- duplicates`: looking up what is known already, on PostgreSQL with 1,000 leads and with 1,000,000,
 * for a manager, an agent with most of them and an agent with thirty. The two are asked in turn, so that whatever
 * else the machine does delays both alike.
 */
export async function benchDuplicates(): Promise<boolean> {
  const server = await startTestPostgres();
  try {
    const few = await openDesk(server.url, FEW);
    const many = await openDesk(server.url, MANY);
    const rows: { name: string; few: number; many: number; slowest: number }[] = [];
    for (const who of Object.keys(few.people)) {
      for (const [what, contact] of Object.entries(CONTACTS)) {
        const times = await compare({ who, contact }, { few, many });
        const slowest = Math.max(...times.many);
        rows.push({ name: `${who}: ${what}`, few: median(times.few), many: median(times.many), slowest });
      }
    }
    await Promise.all([few.close(), many.close()]);
    printTable([
      ['look-up', `${FEW} leads`, `${MANY} leads`, 'slowest', 'ratio'],
      ...rows.map(({ name, few, many, slowest }) => [
        ...[name, `${few.toFixed(1)} ms`, `${many.toFixed(1)} ms`, `${slowest.toFixed(1)} ms`],
        (many / few).toFixed(2),
      ]),
    ]);
    const [ratio, slowest] = [rows.map(({ few, many }) => many / few), rows.map((row) => row.slowest)];
    return report([
      { name: 'slowest', measured: Math.max(...slowest), limit: KNOWN_LIMITS.slowest, unit: 'ms' },
      {
        name: 'ratio of medians, most',
        measured: Math.max(...ratio),
        limit: KNOWN_LIMITS.ratio,
        unit: 'times',
      },
    ]);
  } finally {
    await server.stop();
  }
}

async function openDesk(server: string, count: number): Promise<Desk> {
  const url = await createScratchDatabase(server, { name: `desk_bench_known_${count}` });
  const { db, close } = await openPostgres(url);
  const { manager, many, few } = await addManagerWithAgents(db);
  const { organizationId } = manager.membership;
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  await loadLeads(url, { organizationId, agents, count });
  await addCompaniesInBulk(db, { organizationId, count });
  return { db, close, people: { manager, 'most leads': many, 'few leads': few } };
}

async function compare(
  { who, contact }: { who: string; contact: Contact },
  { few, many }: { few: Desk; many: Desk },
): Promise<{ few: number[]; many: number[] }> {
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [before, after] = [await timeOf(few, who, contact), await timeOf(many, who, contact)];
    // The first round warms the caches.
    if (round === 0) continue;
    times.few.push(before);
    times.many.push(after);
  }
  return times;
}

async function timeOf({ db, people }: Desk, who: string, contact: Contact): Promise<number> {
  const viewer = people[who];
  if (!viewer) throw new Error(`${who} is not there`);
  const began = performance.now();
  await findDuplicates(db, viewer, { contact, regions: ['DE', 'GB', 'FR', 'US'] });
  return performance.now() - began;
}
