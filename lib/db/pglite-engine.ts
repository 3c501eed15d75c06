import 'server-only';
import { PGlite } from '@electric-sql/pglite';
import { durableIn } from './durable-folder';

/** The embedded engine broke off in the middle of a statement. What was not committed is undone. */
class EngineCrashError extends Error {
  override name = 'EngineCrashError';
  readonly code = 'ENGINE_CRASH';
}

type Listener = { message(payload: string): void; lost(): void };

/** The embedded engine, which is replaced by a new one on the same folder when it crashed. */
export type Engine = {
  /** For Drizzle: statements, transactions. */
  client: PGlite;
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** A new engine that did not get up either, as on a full disk, is not tried again sooner, in milliseconds. */
const RETRY_MS = 2_000;

/** How the engine's own jump out of a failed statement looks to JavaScript. */
const JUMP = 100;

/**
 * Opens the embedded engine.
 *
 * PGlite goes on after a crash as if nothing had happened: where a statement nests deeper than the stack, it
 * drops the statement, tells of no error and keeps a backend whose locks and pins nobody gives back; a commit
 * after that stops half-way. PostgreSQL ends a backend that crashed and recovers from its log; so do we.
 *
 * @param folder undefined: in memory, and a crash is the end
 * @param beforeEach called before each message to the engine; may throw to keep it away
 * @param afterEach called whenever the engine answered
 * @param copyOf a dump of a database to begin with, in place of an empty one
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

  /** The engine to use now: after a crash a new one, which recovers what the last one had committed. */
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
  const client = new Proxy(first, {
    get(_, name) {
      if (name === 'query' || name === 'exec' || name === 'transaction') {
        return async (...given: unknown[]) => {
          const engine = await current();
          return Reflect.apply(engine[name], engine, given);
        };
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
    close: async () => {
      if (!crashed) await (await live).close();
    },
  };
}

/**
 * Has `engine` refuse everything once it crashed. Its own loop swallows whatever is no jump: so what is no jump is
 * made one, and the place it jumps to throws.
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

/** Its timers would keep this process from ending. Not in PGlite's types; a version without it ends a little later. */
function stopTimers(module: object): void {
  const stop: unknown = Reflect.get(module, '_clear_setitimer');
  if (typeof stop === 'function') stop();
}

function isJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === JUMP;
}
