import { ensureBuilt } from './lib/build';
import { endOnSignal } from './lib/end-on-signal';
import { listSlowest } from './lib/test-reports';
import { endTools, runVitest } from './lib/test-steps';

/** `npm run test:faults`: every test on real processes, or those in files whose path contains a given word. */
async function main(): Promise<number> {
  await ensureBuilt();
  const { passed, failed, files } = await runVitest({ projects: ['faults'], filter: process.argv.slice(2) });
  console.log(`\nThe slowest files:\n${listSlowest(files).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

endOnSignal(endTools);

process.exitCode = await main();
