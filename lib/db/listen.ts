import 'server-only';
import { Socket } from 'node:net';
import pg from 'pg';
import type { Listener } from './handle';

/** A half-open connection is detected after at most `heartbeatMs` plus `answerMs`. */
const TIMES = { connectMs: 3_000, heartbeatMs: 10_000, answerMs: 5_000, pauseMs: 2_000 };

type ListenOptions = { url: string; channel: string; listener: Listener; times?: typeof TIMES };

/** One listening connection. */
type ListenConnection = {
  /** Resolves when the connection is closed, for any reason. */
  broken: Promise<void>;
  close(): void;
};

/**
 * Listens on a dedicated connection, and on a new one whenever that breaks, until the returned function is
 * called. A heartbeat detects a half-open connection, which would otherwise stay silent forever. `lost` is
 * called once the new connection listens: from then on no messages are missed.
 *
 * @throws the database's error, if even the first connection fails
 */
export async function listenAlways(task: ListenOptions): Promise<() => Promise<void>> {
  const times = task.times ?? TIMES;
  const stopping = new AbortController();
  let line = await openConnection({ ...task, times });

  async function keepListening(): Promise<void> {
    for (;;) {
      await line.broken;
      const next = await reopen();
      if (!next) return;
      line = next;
      task.listener.lost();
    }
  }

  /** Retries until it succeeds; undefined if it was stopped. */
  async function reopen(): Promise<ListenConnection | undefined> {
    while (!stopping.signal.aborted) {
      const opened = await openConnection({ ...task, times }).catch(() => undefined);
      if (opened && stopping.signal.aborted) opened.close();
      else if (opened) return opened;
      else await pause(times.pauseMs, stopping.signal);
    }
    return undefined;
  }

  const ended = keepListening();
  return async () => {
    stopping.abort();
    line.close();
    await ended;
  };
}

async function openConnection({
  url,
  channel,
  listener,
  times,
}: ListenOptions & { times: typeof TIMES }): Promise<ListenConnection> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'partner-desk listen',
    connectionTimeoutMillis: times.connectMs,
    query_timeout: times.answerMs,
    stream: () => socket,
  });
  // Every error is followed by `end`, and without a listener it would crash the process.
  client.on('error', () => {});
  client.on('notification', ({ payload }) => listener.message(payload ?? ''));
  const broken = new Promise<void>((resolve) => client.once('end', () => resolve()));
  // Destroyed, not closed: a graceful close would wait for a server that may be gone.
  const close = () => void socket.destroy();
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    close();
    throw error;
  }
  const heartbeat = setInterval(() => client.query('select 1').catch(close), times.heartbeatMs);
  void broken.then(() => clearInterval(heartbeat));
  return { broken, close };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
