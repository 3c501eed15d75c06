import type { Child, Ending } from '@/scripts/lib/child';
import { startDeskProcess } from '@/scripts/lib/stack-processes';

/** One process of a desk, web or worker, that a test may kill or freeze. Signals go to the pid we started. */
export type DeskProcess = {
  name: string;
  /** The process's own address, bypassing the desk's proxy. */
  url: string;
  /** The desk's address, the only one it answers to. */
  publicUrl: string;
  pid: number;
  /** Its settings; a change counts from its next start. */
  env: NodeJS.ProcessEnv;
  isAlive(): boolean;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP: it keeps its connections and leases and does nothing. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** SIGTERM; resolves when it has ended, with its exit and the milliseconds it took. SIGKILL after 30 s. */
  stop(): Promise<Ending & { ms: number }>;
  /** Starts it again on the same port, and resolves when it answers. */
  start(): Promise<void>;
};

/** Generous: how long a process takes to end is what some tests measure. */
const KILL_AFTER_MS = 30_000;

/** Starts one process. Each start logs to a separate file, from `logFile(1)` on. */
export async function startProcess(task: {
  name: string;
  port: number;
  env: NodeJS.ProcessEnv;
  logFile: (life: number) => string;
}): Promise<DeskProcess> {
  const { name, port, env } = task;
  const publicUrl = env.APP_URL ?? '';
  let life = 0;
  const begin = () => {
    life += 1;
    return startDeskProcess({ name, port, env, logFile: task.logFile(life), killAfterMs: KILL_AFTER_MS });
  };
  let child = await begin();
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    publicUrl,
    env,
    get pid() {
      return requirePid(child);
    },
    isAlive: () => !child.hasEnded(),
    async kill() {
      child.send('SIGKILL');
      await child.ended;
    },
    freeze: () => child.send('SIGSTOP'),
    thaw: () => child.send('SIGCONT'),
    async stop() {
      const began = performance.now();
      await child.stop();
      return { ...(await child.ended), ms: Math.round(performance.now() - began) };
    },
    async start() {
      if (!child.hasEnded()) throw new Error(`${name} runs already.`);
      child = await begin();
    },
  };
}

function requirePid(child: Child): number {
  if (child.pid === undefined) throw new Error(`${child.name} has no process.`);
  return child.pid;
}
