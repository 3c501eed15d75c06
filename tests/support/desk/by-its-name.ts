import { Agent, buildConnector } from 'undici';
import { RESPOND_WITHIN_MS, responseWithin } from '../response-within';

/** A browser sends its requests to `url`. A web process called directly still expects the desk's own name. */
export type Web = { url: string; publicUrl?: string };

const connect = buildConnector({});
const agents = new Map<string, Agent>();
/** A page that begins and never ends must be named as well. */
const LIMITS = { headersTimeout: RESPOND_WITHIN_MS, bodyTimeout: RESPOND_WITHIN_MS };
const DIRECT = new Agent(LIMITS);

/**
 * Requests an address of the desk from a web process by the desk's own name, wherever the process listens,
 * because it answers to no other. `fetch` sets its own `Host`.
 */
export async function fetchByItsName({ url, publicUrl = url }: Web, path: string, init: RequestInit) {
  const dispatcher = publicUrl === url ? DIRECT : agentTo(url);
  try {
    const response = fetch(`${publicUrl}${path}`, Object.assign({ ...init }, { dispatcher }));
    return await responseWithin(response, `${url}${path}`);
  } catch (error) {
    if (isTimeout(error))
      throw new Error(`No answer within ${RESPOND_WITHIN_MS / 1000} s: ${url}${path}`, { cause: error });
    throw error;
  }
}

const isTimeout = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'HeadersTimeoutError';

/** Connects there, whatever host the address names. */
function agentTo(url: string): Agent {
  const { hostname, port } = new URL(url);
  const known = agents.get(url);
  const agent =
    known ??
    new Agent({
      ...LIMITS,
      connect: (options, done) => connect({ ...options, hostname, port }, done),
    });
  agents.set(url, agent);
  return agent;
}
