import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { withTimeout } from '@/lib/core/timeout';
import { abortAfter } from '@/sandbox/abort-after';

const TAIL_LINES = 20;
/** How long an aborted command may take to end gracefully. */
const GIVE_UP_MS = 6_000;

/** How a process ended: with an exit code, or by a signal. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** A long-running process that we start and stop. */
export type Child = {
  name: string;
  /** Undefined if it could not be started. */
  pid: number | undefined;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<Ending>;
  hasEnded(): boolean;
  /** Its last lines of output. */
  tail(): string;
  /** Sends a signal to its process group, if it still runs. */
  send(signal: NodeJS.Signals): void;
  /** SIGTERM to its process group, SIGKILL to what is left after a while; resolves when it has ended. */
  stop(): Promise<void>;
};

type ChildInput = {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The folder it runs in; ours by default. */
  cwd?: string;
  /** All output goes here; the file is overwritten. */
  logFile: string;
  /** A second destination of its output. */
  show?: NodeJS.WritableStream;
  /** How long it may take to end after SIGTERM. */
  killAfterMs?: number;
};

/**
 * Starts a process in a separate process group, so that Ctrl+C in the terminal reaches only us and we control
 * the order of stopping.
 */
export function startChild(task: ChildInput): Child {
  const { name, command, args, env, cwd, logFile, show, killAfterMs = 10_000 } = task;
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  // Names of people are in it. A file that exists would stay as open as it is.
  rmSync(logFile, { force: true });
  const log = createWriteStream(logFile, { mode: 0o600 });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      log.write(text);
      show?.write(text);
      lines.push(...text.split('\n').filter(Boolean));
      lines.splice(0, lines.length - TAIL_LINES);
    });
  }
  let over = false;
  const ended = new Promise<Ending>((resolve) => {
    const end = (why: string, ending: Ending) => {
      if (over) return;
      over = true;
      lines.push(why);
      log.end();
      resolve(ending);
    };
    child.once('error', (error) => end(error.message, { code: null, signal: null }));
    child.once('close', (code, signal) =>
      end(`${name} ended with ${signal ?? `exit code ${code}`}.`, { code, signal }),
    );
  });
  const killNow = () => signalGroup(child, 'SIGKILL');
  // If this process ends without stopping its children, they must not outlive it. First of all: others remove folders.
  process.prependOnceListener('exit', killNow);
  ended.then(() => process.off('exit', killNow));
  return {
    name,
    pid: child.pid,
    ended,
    hasEnded: () => over,
    tail: () => lines.join('\n'),
    send(signal) {
      if (!over) signalGroup(child, signal);
    },
    async stop() {
      if (over) return;
      signalGroup(child, 'SIGTERM');
      const timer = setTimeout(killNow, killAfterMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It ended between our check and our signal.
  }
}

/**
 * Waits until `address` answers 200. One request may take `tryMs`.
 *
 * @throws {Error} with the last lines of `child` if it ends or stays silent, or the reason of `signal`
 */
export async function waitUntilServing(
  child: Child,
  {
    address,
    withinMs,
    tryMs = 5_000,
    signal,
  }: { address: string; withinMs: number; tryMs?: number; signal?: AbortSignal },
): Promise<void> {
  const deadline = Date.now() + withinMs;
  let seen = 'no answer';
  while (Date.now() < deadline) {
    signal?.throwIfAborted();
    if (child.hasEnded()) throw new Error(`${child.name} did not start:\n${child.tail()}`);
    // Not only by the signal: a request that the client has lost never hears it.
    const response = await withTimeout(ask(address, abortAfter(tryMs, signal)), tryMs, () => undefined);
    if (response?.status === 200) return;
    if (response) seen = `${response.status} ${response.text.slice(0, 500)}`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${child.name} is not ready after ${withinMs / 1000} s (${seen}):\n${child.tail()}`);
}

/** Undefined without a whole answer: its text may be cut off as well. */
async function ask(address: string, signal: AbortSignal) {
  try {
    const response = await fetch(address, { signal });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/**
 * Runs a command to its end, showing its output only if it fails. `signal` ends it and all it started with SIGTERM,
 * after a while with SIGKILL.
 *
 * @throws {Error} with all its output if it fails, or the reason of `signal`; in either case it has ended
 */
export async function runToEnd(task: {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  signal?: AbortSignal;
}): Promise<void> {
  const { name, command, args, env, cwd, signal } = task;
  signal?.throwIfAborted();
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const killNow = () => signalGroup(child, 'SIGKILL');
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    signalGroup(child, 'SIGTERM');
    timer = setTimeout(killNow, GIVE_UP_MS);
  };
  // If this process ends first, its children must not outlive it.
  process.prependOnceListener('exit', killNow);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal?.throwIfAborted();
    if (code !== 0) throw new Error(`${name} failed (exit code ${code}).\n${output}`.trim());
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    process.off('exit', killNow);
  }
}
