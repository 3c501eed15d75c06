import { cpus } from 'node:os';
import { ensureBuilt } from '@/scripts/build';
import type { Stack } from '@/scripts/stack';
import { withStack } from '@/scripts/test-stack';
import { benchBundle } from './bundle';
import { benchDashboard } from './dashboard';
import { benchForm } from './form';
import { benchLive } from './live';

type Bench = (stack: Stack) => Promise<boolean>;

/** Each runs against a fresh desk and says whether everything is within its limits. */
const BENCHES: Record<string, readonly Bench[]> = {
  bundle: [benchBundle],
  form: [benchDashboard, benchForm],
  live: [benchLive],
};

async function main(): Promise<number> {
  const [name = ''] = process.argv.slice(2);
  const benches = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!benches) {
    console.error(`npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
    return 2;
  }
  await ensureBuilt();
  console.log(
    `Benchmark "${name}" on ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, PGlite.\n`,
  );
  return withStack('pglite', async (stack) => {
    let within = true;
    for (const bench of benches) within = (await bench(stack)) && within;
    return within ? 0 : 1;
  });
}

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
