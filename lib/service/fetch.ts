import 'server-only';
import { Agent, fetch as undiciFetch } from 'undici';

/** Connecting takes longer than this only if nothing answers, in milliseconds. */
const CONNECT_MS = 5_000;

/** Reads share connections. A read that met a connection just closed by the other side is simply read again. */
const shared = new Agent({ connect: { timeout: CONNECT_MS } });

/** `pipelining: 0` closes each connection after its one request. */
const unshared = new Agent({ pipelining: 0, connect: { timeout: CONNECT_MS } });

/**
 * The `fetch` that talks to the service. Whatever changes something there goes out on a connection of its own:
 * the other side may close a reused one at that very moment, and then nobody can tell whether a create
 * arrived. That happened every few submits after a pause of some seconds.
 *
 * Not the global one, because Next puts a cache of its own around that.
 */
export const serviceFetch: Fetcher = (url, init) =>
  undiciFetch(url, { ...init, dispatcher: init.method === 'GET' ? shared : unshared });

/** What the client needs of `fetch`. */
export type Fetcher = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: 'error';
    signal: AbortSignal;
  },
) => Promise<FetchedResponse>;

export type FetchedResponse = {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
};
