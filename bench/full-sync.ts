import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoSettings } from '@/scripts/lib/stack-processes';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { startTestPostgres } from '@/tests/support/postgres';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { FULL_SYNC_GROWTH_MB } from './budgets';
import type { FullSyncCost } from './full-sync-process';
import { printTable } from './report';

const LEADS = Number(process.env.BENCH_LEADS ?? 100_000);
const PAGE = 100;
const MB = 1024 * 1024;

/**
 * `npm run bench -- full-sync`: all leads of a large portal, read for the first time and then once more with nothing
 * changed, by a separate process, on both databases. The scheduler is the product’s: time waiting for it, or for the
 * service, is reported separately from the desk's own work.
 */
export async function benchFullSync(): Promise<boolean> {
  const sandbox = await openTestPortal({ seedLeads: LEADS });
  try {
    await sandbox.vendor('PUT', '/shape', { paging: 'nextCursor', pageSize: PAGE });
    const answerMs = await measureAnswer(sandbox);
    console.log(
      `  ${LEADS} leads in pages of ${PAGE}; the service answers a page in ${answerMs.toFixed(1)} ms`,
    );
    const embedded = await withFolder((folder) => runDesk(sandbox, { DATA_DIR: folder, DATABASE_URL: '' }));
    const server = await withPostgres((DATABASE_URL) => runDesk(sandbox, { DATABASE_URL }));
    const rows = [...rowsOf('PGlite', embedded), ...rowsOf('PostgreSQL', server)];
    printTable([HEAD, ...rows]);
    const growth = [...embedded, ...server]
      .slice(1)
      .map(({ rssBefore, rssPeak }) => (rssPeak - rssBefore) / MB);
    return Math.max(...growth) <= FULL_SYNC_GROWTH_MB;
  } finally {
    await sandbox.close();
  }
}

const HEAD = ['full-sync', 'ms per 1,000 leads', 'own work', 'waiting', 'calls', 'RSS before', 'RSS peak'];

function rowsOf(engine: string, costs: readonly FullSyncCost[]): string[][] {
  return costs.map(({ ms, listingMs, restingMs, calls, rssBefore, rssPeak }, index) => {
    const waiting = listingMs + restingMs;
    const per1000 = (part: number) => ((part / LEADS) * 1_000).toFixed(0);
    const share = `${((waiting / ms) * 100).toFixed(0)} %`;
    const memory = [rssBefore, rssPeak].map((bytes) => `${Math.round(bytes / MB)} MB`);
    const name = `${engine}, ${index === 0 ? 'all new' : 'all confirmed'}`;
    return [name, per1000(ms), per1000(ms - waiting), share, String(calls), ...memory];
  });
}

/** Runs two full syncs in a separate process, on an empty database. */
function runDesk(
  sandbox: TestPortal,
  where: { DATA_DIR?: string; DATABASE_URL: string },
): Promise<FullSyncCost[]> {
  const appSecret = randomBytes(24).toString('hex');
  const settings = demoSettings({ appUrl: 'http://localhost:1', appSecret, serviceUrl: sandbox.url });
  const child = fork('bench/full-sync-process.ts', {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
    env: { ...settings, LOG_LEVEL: 'error', ...where },
  });
  return new Promise((resolve, reject) => {
    let costs: FullSyncCost[] | undefined;
    child.once('message', (sent: FullSyncCost[]) => {
      costs = sent;
      child.disconnect();
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      costs ? resolve(costs) : reject(new Error(`The full sync ended with ${code}.`)),
    );
  });
}

/** The service's time for a page: the shortest of a few calls, without queueing. */
async function measureAnswer({ service }: TestPortal): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let call = 0; call < 5; call += 1) {
    const began = performance.now();
    await service.listLeads();
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'));
  return use(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

async function withPostgres<T>(use: (url: string) => Promise<T>): Promise<T> {
  const server = await startTestPostgres();
  const url = await createScratchDatabase(server.url, { name: `desk_bench_${Date.now()}` });
  return use(url).finally(() => server.stop());
}
