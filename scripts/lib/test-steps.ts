import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runErrorsFile } from './run-errors';
import { failuresOfPlaywright, failuresOfVitest, readFailures, readRunErrors } from './test-failures';
import {
  countPlaywright,
  countRun,
  countVitest,
  readTimes,
  type StepResult,
  timePlaywright,
  timeVitest,
} from './test-reports';

/** The tools' programs, run directly, without npm or a shell in between. */
const TOOL = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  next: 'node_modules/next/dist/bin/next',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsx: 'node_modules/tsx/dist/cli.mjs',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
} as const;

/** The running tools, to be stopped with us. */
const running = new Set<ChildProcess>();
/** How long a tool may take to stop what it started. */
const END_WITHIN_MS = 15_000;

let ending = false;

/** Stops the running tools, and resolves when they have ended. No other tool is started afterwards. */
export async function endTools(): Promise<void> {
  ending = true;
  await Promise.all(
    [...running].map(async (child) => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
      await closed;
      clearTimeout(timer);
    }),
  );
}

/** A tool and its arguments. */
export type Command = readonly [tool: keyof typeof TOOL, ...args: string[]];

/** Runs tools one after the other until one fails; together they count as one test. */
export async function runChecks(...commands: Command[]): Promise<StepResult> {
  for (const command of commands) {
    if ((await run(command)) !== 0) {
      const name = toArguments(command).join(' ');
      const failures = [{ file: 'static', test: name, why: 'Its findings are printed above.' }];
      return { passed: 0, failed: 1, files: [], failures };
    }
  }
  return { passed: 1, failed: 0, files: [], failures: [] };
}

export async function runVitest({
  projects,
  filter,
  exclude = [],
}: {
  /** Of `vitest.config.ts`, at least one; they name the report. */
  projects: readonly string[];
  /** Parts of the paths of the files to run; none: all. */
  filter: readonly string[];
  /** Patterns of files to leave out. */
  exclude?: readonly string[];
}): Promise<StepResult> {
  const reportFile = freshReport(`vitest-${projects.join('-')}`);
  const names = ['default', 'json', './scripts/lib/run-errors.ts'];
  const reporters = [...names.map((name) => `--reporter=${name}`), `--outputFile.json=${reportFile}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const without = exclude.map((pattern) => `--exclude=${pattern}`);
  const exitCode = await run(['vitest', 'run', ...chosen, ...reporters, ...without, ...filter]);
  const source = { reportFile, label: projects.join(', ') };
  const files = readTimes(timeVitest, source);
  const failures = readFailures((report) => failuresOfVitest(report, readRunErrors(reportFile)), source);
  return { ...countRun(countVitest, { reportFile, exitCode }), files, failures };
}

/** Runs the flows, as many files in parallel as there are stacks: a stack serves one flow at a time. */
export async function runPlaywright(task: {
  name: string;
  stacks: readonly { deskUrl: string; sandboxUrl: string }[];
  browser: string;
  filter: readonly string[];
  /** Patterns of files to leave out. */
  without: readonly string[];
}): Promise<StepResult> {
  const reportFile = freshReport(`e2e-${task.name}`);
  const output = join('test-results', task.name);
  const exitCode = await run(['playwright', 'test', '--output', output, ...task.filter], {
    E2E_STACKS: JSON.stringify(task.stacks.map(({ deskUrl, sandboxUrl }) => ({ deskUrl, sandboxUrl }))),
    PLAYWRIGHT_CHROMIUM: task.browser,
    E2E_REPORT: reportFile,
    E2E_WITHOUT: task.without.join(','),
  });
  const source = { reportFile, label: `e2e on ${task.name}` };
  const files = readTimes(timePlaywright, source);
  const failures = readFailures(failuresOfPlaywright, source);
  return { ...countRun(countPlaywright, { reportFile, exitCode }), files, failures };
}

/** A report of an earlier run must not count for this run. */
function freshReport(name: string): string {
  const file = join('test-results', `${name}.json`);
  rmSync(file, { force: true });
  rmSync(runErrorsFile(file), { force: true });
  return file;
}

/** Node's arguments to run a command. */
export function toArguments([tool, ...args]: Command): string[] {
  return [TOOL[tool], ...args];
}

function run(command: Command, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    if (ending) return;
    const child = spawn(process.execPath, toArguments(command), {
      stdio: 'inherit',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    });
    running.add(child);
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      if (!ending) resolve(code ?? 1);
    });
  });
}
