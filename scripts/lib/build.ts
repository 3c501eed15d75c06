import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hashBuildInputs } from './build-inputs';
import { runToEnd } from './child';

const BUILT_FROM = '.next/desk-build-inputs';

/**
 * Builds the desk for production, unless the last build was made from exactly these files by this Node.
 *
 * @throws {Error} with the build's output, if it fails
 */
export async function ensureBuilt(signal?: AbortSignal): Promise<'built' | 'up to date'> {
  const inputs = presentInputs();
  if (isBuiltFrom(inputs)) {
    console.log('Build: up to date.');
    return 'up to date';
  }
  console.log('Build: making the production build. This takes about a minute.');
  const began = Date.now();
  // An interrupted build leaves a partial folder, which must not count as the last good one.
  rmSync(BUILT_FROM, { force: true });
  await runToEnd({
    name: 'The production build',
    command: process.execPath,
    args: ['node_modules/next/dist/bin/next', 'build'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      SOURCE_COMMIT: process.env.SOURCE_COMMIT ?? presentCommit(),
    },
    signal,
  });
  writeFileSync(BUILT_FROM, inputs);
  console.log(`Build: done in ${Math.round((Date.now() - began) / 1000)} s.`);
  return 'built';
}

/**
 * For tests, which run the last build.
 *
 * @throws {Error} if it was not made from these files by this Node
 */
export function requireBuilt(): void {
  if (!isBuiltFrom(presentInputs()))
    throw new Error('The build is not of these files. Make it: npm run build');
}

/** Empty where there is no repository, as in the image: its build is told. */
const presentCommit = () =>
  spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';

const presentInputs = () => `${hashBuildInputs(process.cwd())} ${process.version}`;

function isBuiltFrom(inputs: string): boolean {
  return existsSync('.next/BUILD_ID') && lastInputs() === inputs;
}

function lastInputs(): string | undefined {
  return existsSync(BUILT_FROM) ? readFileSync(BUILT_FROM, 'utf8') : undefined;
}
