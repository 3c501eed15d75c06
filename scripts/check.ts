import { mkdirSync } from 'node:fs';
import { CHECKS } from './lib/checks';
import { runToEnd } from './lib/child';
import { endOnSignal } from './lib/end-on-signal';
import { toArguments } from './lib/test-steps';

/** TypeScript's incremental state. It rechecks only what changed since, and what depends on it. */
const TYPES_CACHE = 'node_modules/.cache/desk/types.tsbuildinfo';

/** Runs one check, and prints how long it took; its output is shown if it fails. */
async function perform({ name, commands }: (typeof CHECKS)[number]): Promise<boolean> {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  try {
    for (const command of commands) {
      const cached = command[0] === 'tsc' ? ['--incremental', '--tsBuildInfoFile', TYPES_CACHE] : [];
      await runToEnd({
        name,
        command: process.execPath,
        args: [...toArguments(command), ...cached],
        env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
      });
    }
    console.log(`ok      ${name} (${seconds()})`);
    return true;
  } catch (error) {
    console.error(`FAILED  ${name} (${seconds()})\n${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/**
 * `npm run check`: everything that needs no build, no database and no browser. The unit tests run in parallel:
 * neither keeps two cores busy alone.
 */
async function main(): Promise<number> {
  mkdirSync('node_modules/.cache/desk', { recursive: true });
  const began = Date.now();
  const unit = perform({
    name: 'Unit and property tests',
    commands: [['vitest', 'run', '--project', 'unit']],
  });
  const results: boolean[] = [];
  for (const check of CHECKS) results.push(await perform(check));
  results.push(await unit);
  console.log(
    `${results.every(Boolean) ? 'All is well' : 'Something failed'} (${Math.round((Date.now() - began) / 1000)} s)`,
  );
  return results.every(Boolean) ? 0 : 1;
}

endOnSignal();

if (process.argv.length > 2) {
  console.error('npm run check   format, lint, imports, types, unused code, unit tests; takes no arguments');
  process.exitCode = 2;
} else {
  process.exitCode = await main();
}
