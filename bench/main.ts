import { cpus } from 'node:os';
import { ensureBuilt } from '@/scripts/lib/build';
import { endOnSignal } from '@/scripts/lib/end-on-signal';
import type { Stack } from '@/scripts/lib/stack';
import { withStacks } from '@/tests/support/desk/stacks';
import { benchBundle } from './bundle';
import { benchDashboard } from './dashboard';
import { benchDuplicates } from './duplicates';
import { benchForm } from './form';
import { benchFullSync } from './full-sync';
import { benchImport } from './import';
import { benchLighthouse } from './lighthouse';
import { benchList } from './list';
import { benchLive } from './live';
import { benchNotices } from './notices';
import { benchReports } from './reports';
import { benchWebhooks } from './webhooks';

/** Takes the arguments after its name. Returns whether everything is within its limits. */
type Bench = (args: readonly string[]) => Promise<boolean>;

const BENCHES: Record<string, Bench> = {
  bundle: onDesk(benchBundle),
  form: onDesk(benchDashboard, benchForm),
  import: benchImport,
  duplicates: benchDuplicates,
  lighthouse: benchLighthouse,
  list: benchList,
  live: onDesk(benchLive),
  notices: benchNotices,
  reports: benchReports,
  'full-sync': benchFullSync,
  webhooks: benchWebhooks,
};

/** Measures one after the other against one fresh desk, on the embedded database. */
function onDesk(...measures: readonly ((stack: Stack) => Promise<boolean>)[]): Bench {
  return () =>
    withStacks({ engine: 'pglite', count: 1 }, async (stacks) => {
      let within = true;
      for (const stack of stacks) {
        for (const measure of measures) within = (await measure(stack)) && within;
      }
      return within;
    });
}

async function main(): Promise<number> {
  const [name = '', ...args] = process.argv.slice(2);
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench) {
    console.error(`npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
    return 2;
  }
  await ensureBuilt();
  console.log(`Benchmark "${name}" on ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}.\n`);
  return (await bench(args)) ? 0 : 1;
}

endOnSignal();

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
