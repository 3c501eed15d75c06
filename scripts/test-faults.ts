import { ensureBuilt } from './build';
import { runVitest } from './test-steps';

/** `npm run test:faults`: every test on real processes, or those in files whose path holds one of the words given. */
async function main(): Promise<number> {
  await ensureBuilt();
  const { passed, failed } = await runVitest({ project: 'faults', filter: process.argv.slice(2) });
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

// What was started is ended on exit; a signal alone would skip that.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}

process.exitCode = await main();
