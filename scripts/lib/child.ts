import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

const TAIL_LINES = 20;
/** How long a command that is given up may take to end in its own way. */
const GIVE_UP_MS = 6_000;

/** How a process ended: with a code of its own, or by a signal. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** A long-running process that we started and will end. */
export type Child = {
  name: string;
  /** Undefined if it could not be started. */
  pid: number | undefined;
  /** Fulfils when the process has ended, for whatever reason. */
  ended: Promise<Ending>;
  hasEnded(): boolean;
  /** Its last lines of output. */
  tail(): string;
  /** Sends a signal to its whole group, if it still runs. */
  send(signal: NodeJS.Signals): void;
  /** SIGTERM to its whole group, SIGKILL to what is left after a while; fulfils when it has ended. */
  stop(): Promise<void>;
};

type ChildTask = {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** All output goes here; the file is begun anew. */
  logFile: string;
  /** Where its output goes as well. */
  show?: NodeJS.WritableStream;
  /** How long it may take to end after SIGTERM. */
  killAfterMs?: number;
};

/**
 * Starts a process in a group of its own, so that Ctrl+C in the terminal reaches us alone and the order of
 * stopping stays ours.
 */
export function startChild(task: ChildTask): Child {
  const { name, command, args, env, logFile, show, killAfterMs = 10_000 } = task;
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(logFile);
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
  // Should this process end without stopping its children first, they must not outlive it.
  process.once('exit', killNow);
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
    // It ended between our looking and our sending.
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
    const givingUp = [AbortSignal.timeout(tryMs), ...(signal ? [signal] : [])];
    const answer = await fetch(address, { signal: AbortSignal.any(givingUp) }).catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer) seen = `${answer.status} ${(await answer.text()).slice(0, 500)}`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${child.name} is not ready after ${withinMs / 1000} s (${seen}):\n${child.tail()}`);
}

/**
 * Runs a command to its end, showing its output only if it fails. `signal` ends it and all it started with SIGTERM,
 * after a while with SIGKILL.
 *
 * @throws {Error} with all it said if it fails, or the reason of `signal`; in either case it has ended
 */
export async function runToEnd(task: {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}): Promise<void> {
  const { name, command, args, env, signal } = task;
  signal?.throwIfAborted();
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const killNow = () => signalGroup(child, 'SIGKILL');
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    signalGroup(child, 'SIGTERM');
    timer = setTimeout(killNow, GIVE_UP_MS);
  };
  // Should this process end first, what it started must not outlive it.
  process.once('exit', killNow);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal?.throwIfAborted();
    if (code !== 0) throw new Error(`${name} failed (exit code ${code}).\n${said}`.trim());
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    process.off('exit', killNow);
  }
}
