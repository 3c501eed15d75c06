import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * `node --import tsx scripts/steps.ts [--for MINUTES] step…` runs npm scripts one after the other, and those joined by `+` at
 * the same time. It goes on after a failure, prints the seconds of each and their sum, and repeats how each failed one ended,
 * which is where the tools list their failures. npm's `&&` stops at the first failure, and no known runner of npm scripts
 * prints a sum.
 *
 * Ends with 0 if every step that began passed, else with 1.
 *
 * @param --for begins no further step after this many minutes, and says which did not run
 */

/** Characters of a failed step that are repeated. */
const REPEATED = 10_000;
/** Longer than Playwright takes to stop its desks. */
const END_WITHIN_MS = 40_000;
/** A step that hangs is a failure. */
const STEP_MS = 40 * 60_000;
const MINUTE_MS = 60_000;

type Result = { step: string; seconds: number; ok: boolean; tail: string };

const running = new Set<ChildProcess>();
let ending = false;

/** Runs one script to its end. What it prints appears as it comes, or at its end if others run beside it. */
function run(step: string, { alone }: { alone: boolean }): Promise<Result> {
  const began = Date.now();
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  };
  // In a group of its own, so that a signal reaches all that it started.
  const child = spawn('npm', ['run', '--silent', step], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const printed: string[] = [];
  let tail = '';
  const print = (text: string) => {
    tail = (tail + text).slice(-REPEATED);
    if (alone) process.stdout.write(text);
    else printed.push(text);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
  const timer = setTimeout(() => {
    print(`It was ended after ${STEP_MS / MINUTE_MS} minutes.\n`);
    end(child);
  }, STEP_MS);
  return new Promise((resolve) => {
    const finish = (ok: boolean) => {
      clearTimeout(timer);
      running.delete(child);
      process.stdout.write(printed.join(''));
      resolve({ step, ok, tail, seconds: (Date.now() - began) / 1000 });
    };
    child.once('error', ({ message }) => {
      print(message);
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  send(child, signal);
  setTimeout(() => send(child, 'SIGKILL'), END_WITHIN_MS).unref();
}

function send({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It ended between our look and our signal.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    ending = true;
    for (const child of running) end(child, signal);
  });
}
process.once('exit', () => {
  for (const child of running) send(child, 'SIGKILL');
});

const lineOf = ({ step, seconds, ok }: Result) =>
  `${seconds.toFixed(1).padStart(8)} s  ${step}${ok ? '' : ': failed'}`;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { for: { type: 'string' } } });
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const unknown = positionals.flatMap((group) => group.split('+')).filter((step) => !(step in scripts));
  if (unknown.length > 0 || positionals.length === 0) {
    console.error(`Not a script of package.json: ${unknown.join(', ') || 'none was named'}.`);
    return 2;
  }
  const began = Date.now();
  const until = values.for === undefined ? Number.POSITIVE_INFINITY : began + Number(values.for) * MINUTE_MS;
  const results: Result[] = [];
  const left = [...positionals];
  while (left.length > 0 && !ending && Date.now() < until) {
    const steps = left.shift()?.split('+') ?? [];
    console.log(`\n=== ${steps.join(' and ')}`);
    results.push(...(await Promise.all(steps.map((step) => run(step, { alone: steps.length === 1 })))));
  }
  const failed = results.filter(({ ok }) => !ok);
  for (const { step, tail } of failed) console.log(`\n=== How ${step} failed\n${tail.trimEnd()}`);
  console.log(`\n${results.map(lineOf).join('\n')}`);
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(8)} s  in all`);
  if (left.length > 0)
    console.log(`Not run, because ${ending ? 'it was stopped' : 'the time was up'}: ${left.join(', ')}.`);
  return failed.length > 0 || ending ? 1 : 0;
}

process.exitCode = await main();
