import 'server-only';
import { constants, cp } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { createConnectionQueue } from './connection-queue';
import { durableIn } from './durable-folder';

/** The embedded engine crashed during a statement. Uncommitted changes are rolled back. */
class EngineCrashError extends Error {
  override name = 'EngineCrashError';
  readonly code = 'ENGINE_CRASH';
}

type Listener = { message(payload: string): void; lost(): void };

/** The embedded engine, replaced by a new one on the same folder after a crash. */
export type Engine = {
  /** For Drizzle: statements, transactions. */
  client: PGlite;
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Copies its files to the folder `to`, which must not exist, between two transactions. */
  copyFiles(to: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Minimum delay before retrying a new engine that failed to start too, as on a full disk, in milliseconds.
 */
const RETRY_MS = 2_000;

/** The value that the engine throws for its own jump out of a failed statement. */
const JUMP = 100;

/**
 * Opens the embedded engine.
 *
 * PGlite continues after a crash as if nothing had happened: where a statement nests deeper than the stack,
 * it drops the statement, reports no error and keeps a backend whose locks and pins are never released; a
 * later commit stops half-way. PostgreSQL ends a crashed backend and recovers from its log; so do we.
 *
 * @param folder undefined: in memory, where a crash is final
 * @param beforeEach called before each message to the engine; may throw to block it
 * @param afterEach called after each answer of the engine
 * @param copyOf a dump to start with, in place of an empty database
 */
export async function openEngine(
  folder: string | undefined,
  {
    beforeEach = () => {},
    afterEach = () => {},
    copyOf,
  }: { beforeEach?: () => void; afterEach?: () => void; copyOf?: Blob } = {},
): Promise<Engine> {
  const listening = new Set<{ channel: string; listener: Listener; stop?: () => Promise<void> }>();
  let crashed = false;
  let retryAt = 0;
  let live = begin();

  async function begin(): Promise<PGlite> {
    const engine = await PGlite.create({ ...(folder && durableIn(folder)), loadDataDir: copyOf });
    watchForCrash(engine, { beforeEach, afterEach, onCrash: () => (crashed = true) });
    return engine;
  }

  /** The current engine: after a crash a new one, which recovers the committed data. */
  async function current(): Promise<PGlite> {
    if (!crashed || !folder || performance.now() < retryAt) return live;
    crashed = false;
    live = begin();
    live.catch(() => {
      crashed = true;
      retryAt = performance.now() + RETRY_MS;
    });
    const engine = await live;
    for (const one of listening) {
      one.stop = await engine.listen(one.channel, one.listener.message);
      one.listener.lost();
    }
    return engine;
  }

  const first = await live;
  const runQueued = createConnectionQueue();
  const client = new Proxy(first, {
    get(_, name) {
      if (name === 'query' || name === 'exec' || name === 'transaction') {
        return (...given: unknown[]) =>
          runQueued(async () => {
            const engine = await current();
            return await Reflect.apply(engine[name], engine, given);
          });
      }
      return Reflect.get(first, name, first);
    },
  });

  return {
    client,
    listen: async (channel, listener) => {
      const one: { channel: string; listener: Listener; stop?: () => Promise<void> } = { channel, listener };
      one.stop = await (await current()).listen(channel, listener.message);
      listening.add(one);
      return async () => {
        listening.delete(one);
        await one.stop?.();
      };
    },
    copyFiles: async (to) => {
      if (!folder) throw new Error('A database in memory has no files.');
      // Little is left to replay when the copy is opened.
      await client.query('checkpoint');
      const mode = constants.COPYFILE_FICLONE;
      await runQueued(async () => {
        // It answers as soon as this is done: what waits until then is not told that it is away.
        const waiting = setInterval(afterEach, 500);
        await cp(folder, to, { recursive: true, errorOnExist: true, force: false, mode }).finally(() =>
          clearInterval(waiting),
        );
      });
    },
    close: async () => {
      if (!crashed) await (await live).close();
    },
  };
}

/**
 * Makes `engine` refuse everything after a crash. Its own loop swallows errors other than its jump: so every
 * error is converted to the jump, and the jump's target throws.
 */
function watchForCrash(
  engine: PGlite,
  { beforeEach, afterEach, onCrash }: { beforeEach: () => void; afterEach: () => void; onCrash: () => void },
): void {
  const { Module } = engine;
  const run = Module._PostgresMainLoopOnce;
  const recover = Module._PostgresMainLongJmp;
  let crash: EngineCrashError | undefined;
  const crashOf = (cause: unknown): EngineCrashError => {
    if (crash) return crash;
    crash = new EngineCrashError('The embedded database broke off.', { cause });
    stopTimers(Module);
    onCrash();
    return crash;
  };
  Module._PostgresMainLoopOnce = () => {
    try {
      if (!crash) run();
    } catch (error) {
      if (isJump(error)) throw error;
      crashOf(error);
    }
    if (crash) throw { status: JUMP };
  };
  Module._PostgresMainLongJmp = () => {
    if (crash) throw crash;
    try {
      recover();
    } catch (error) {
      throw isJump(error) ? error : crashOf(error);
    }
  };
  const send = engine.execProtocolRawSync.bind(engine);
  engine.execProtocolRawSync = (message) => {
    if (crash) throw crash;
    beforeEach();
    const answer = send(message);
    afterEach();
    return answer;
  };
}

/**
 * Its timers would keep this process alive. Not in PGlite's types; without it the process ends a little
 * later.
 */
function stopTimers(module: object): void {
  const stop: unknown = Reflect.get(module, '_clear_setitimer');
  if (typeof stop === 'function') stop();
}

function isJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === JUMP;
}
