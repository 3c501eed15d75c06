import { type ChildProcess, spawn } from 'node:child_process';

/**
 * `node --import tsx scripts/steps.ts step…` runs npm scripts one after the other, and those joined by `+` at the same time. It goes on
 * after a failure, prints the seconds of each and their sum, and repeats how each failed one ended, which is where the tools
 * list their failures. npm's `&&` stops at the first failure, and no known runner of npm scripts prints a sum.
 *
 * Ends with 0, 1 after a failure, or 143 if it was stopped before its end without one.
 */

/** Characters of a failed step that are repeated. */
const REPEATED = 10_000;
const END_WITHIN_MS = 20_000;

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
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-REPEATED);
      if (alone) process.stdout.write(text);
      else printed.push(text);
    });
  }
  return new Promise((resolve) => {
    const end = (ok: boolean) => {
      running.delete(child);
      process.stdout.write(printed.join(''));
      resolve({ step, ok: ok || ending, tail, seconds: (Date.now() - began) / 1000 });
    };
    child.once('error', ({ message }) => {
      tail += message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

function signalAll(signal: NodeJS.Signals): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, signal);
    } catch {
      // It ended between our look and our signal.
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ending = true;
    signalAll(signal);
    setTimeout(() => signalAll('SIGKILL'), END_WITHIN_MS).unref();
  });
}
process.once('exit', () => signalAll('SIGKILL'));

const lineOf = ({ step, seconds, ok }: Result) =>
  `${seconds.toFixed(1).padStart(8)} s  ${step}${ok ? '' : ': failed'}`;

const began = Date.now();
const results: Result[] = [];
for (const group of process.argv.slice(2)) {
  if (ending) break;
  const steps = group.split('+');
  console.log(`\n=== ${steps.join(' and ')}`);
  results.push(...(await Promise.all(steps.map((step) => run(step, { alone: steps.length === 1 })))));
}
const failed = results.filter(({ ok }) => !ok);
for (const { step, tail } of failed) console.log(`\n=== How ${step} failed\n${tail.trimEnd()}`);
console.log(`\n${results.map(lineOf).join('\n')}`);
console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(8)} s  in all`);
if (ending) console.log('It was stopped before its end.');
const isDone = failed.length === 0 && results.length > 0;
process.exitCode = isDone && ending ? 143 : Number(!isDone);
