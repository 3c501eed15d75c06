import { ensureBuilt } from './lib/build';
import { endOnSignal } from './lib/end-on-signal';
import { runVitest } from './lib/test-steps';

/** `npm run test:hostile`: everything a stranger or an insider may try, or the files whose path holds one of the words given. */
async function main(): Promise<number> {
  await ensureBuilt();
  const { passed, failed } = await runVitest({ project: 'hostile', filter: process.argv.slice(2) });
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

endOnSignal();

process.exitCode = await main();
