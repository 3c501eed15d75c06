import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Count, countPlaywright, countRun, countVitest } from './test-reports';

/** The programs of the tools, run without npm or a shell between us and them. */
const TOOL = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  next: 'node_modules/next/dist/bin/next',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsx: 'node_modules/tsx/dist/cli.mjs',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
} as const;

type Command = readonly [tool: keyof typeof TOOL, ...args: string[]];

/** Runs tools one after the other while they succeed; all of them together count as one test. */
export async function runChecks(...commands: Command[]): Promise<Count> {
  for (const command of commands) {
    if ((await run(command)) !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

export async function runVitest({
  project,
  filter,
  exclude = [],
}: {
  project: string;
  /** Parts of the paths of the files to run; none: all. */
  filter: readonly string[];
  /** Patterns of files to leave out. */
  exclude?: readonly string[];
}): Promise<Count> {
  const reportFile = freshReport(`vitest-${project}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const without = exclude.map((pattern) => `--exclude=${pattern}`);
  const exitCode = await run(['vitest', 'run', '--project', project, ...reporters, ...without, ...filter]);
  return countRun(countVitest, { reportFile, exitCode });
}

/** Runs the flows against a running stack. */
export async function runPlaywright(task: {
  name: string;
  deskUrl: string;
  sandboxUrl: string;
  browser: string;
  filter: readonly string[];
  /** Patterns of files to leave out. */
  without: readonly string[];
}): Promise<Count> {
  const reportFile = freshReport(`e2e-${task.name}`);
  const output = join('test-results', task.name);
  const exitCode = await run(['playwright', 'test', '--output', output, ...task.filter], {
    DESK_URL: task.deskUrl,
    SANDBOX_URL: task.sandboxUrl,
    PLAYWRIGHT_CHROMIUM: task.browser,
    E2E_REPORT: reportFile,
    E2E_WITHOUT: task.without.join(','),
  });
  return countRun(countPlaywright, { reportFile, exitCode });
}

/** A report of an earlier run must not pass for one of this run. */
function freshReport(name: string): string {
  const file = join('test-results', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function run([tool, ...args]: Command, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [TOOL[tool], ...args], {
      stdio: 'inherit',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
