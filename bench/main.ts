import { cpus } from 'node:os';
import { ensureBuilt } from '@/scripts/build';
import type { Stack } from '@/scripts/stack';
import { withStack } from '@/scripts/test-stack';
import { benchBundle } from './bundle';
import { benchLive } from './live';

/** Each runs against a fresh desk and says whether everything is within its limits. */
const BENCHES: Record<string, (stack: Stack) => Promise<boolean>> = {
  bundle: benchBundle,
  live: benchLive,
};

async function main(): Promise<number> {
  const [name = ''] = process.argv.slice(2);
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench) {
    console.error(`npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
    return 2;
  }
  await ensureBuilt();
  console.log(
    `Benchmark "${name}" on ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, PGlite.\n`,
  );
  return (await withStack('pglite', bench)) ? 0 : 1;
}

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
