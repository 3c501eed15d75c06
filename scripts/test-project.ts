import { ensureBuilt } from './lib/build';
import { endOnSignal } from './lib/end-on-signal';
import { listSlowest } from './lib/test-reports';
import { endTools, runVitest } from './lib/test-steps';

/**
 * `npm run test:faults` and `npm run test:hostile`: every test of one part on the production build, or those in
 * files whose path contains a given word.
 */
async function main([project, ...filter]: string[]): Promise<number> {
  if (!project) throw new Error('Name a project of vitest.config.ts.');
  await ensureBuilt();
  const { passed, failed, files } = await runVitest({ projects: [project], filter });
  console.log(`\nThe slowest files:\n${listSlowest(files).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

endOnSignal(endTools);

process.exitCode = await main(process.argv.slice(2));
