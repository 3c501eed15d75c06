import 'server-only';
import { Agent, fetch as undiciFetch } from 'undici';

/** The connect timeout, in milliseconds. */
const CONNECT_MS = 5_000;

/**
 * Reads share connections. A read that fails because the other side just closed the connection is retried.
 */
const shared = new Agent({ connect: { timeout: CONNECT_MS } });

/** `pipelining: 0` closes each connection after its one request. */
const unshared = new Agent({ pipelining: 0, connect: { timeout: CONNECT_MS } });

/**
 * The `fetch` for the service. Each write uses a new connection: the other side may close a reused one at
 * that very moment, which leaves it unknown whether a create arrived. That happened every few submits after a
 * pause of some seconds.
 *
 * Not the global `fetch`, because Next adds a cache to it.
 */
export const serviceFetch: Fetcher = (url, init) =>
  undiciFetch(url, { ...init, dispatcher: init.method === 'GET' ? shared : unshared });

/** The parts of `fetch` that the client needs. */
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
  headers: { get(name: string): string | null } & Iterable<[string, string]>;
  body: AsyncIterable<Uint8Array> | null;
};
