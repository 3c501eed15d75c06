import { Agent, buildConnector } from 'undici';

/** A browser sends its requests to `url`. A web process called directly still expects the desk's own name. */
export type Web = { url: string; publicUrl?: string };

const connect = buildConnector({});
const agents = new Map<string, Agent>();

/**
 * Requests an address of the desk from a web process by the desk's own name, wherever the process listens,
 * because it answers to no other. `fetch` sets its own `Host`.
 */
export function fetchByItsName({ url, publicUrl = url }: Web, path: string, init: RequestInit) {
  if (publicUrl === url) return fetch(`${url}${path}`, init);
  return fetch(`${publicUrl}${path}`, Object.assign({ ...init }, { dispatcher: agentTo(url) }));
}

/** Connects there, whatever host the address names. */
function agentTo(url: string): Agent {
  const { hostname, port } = new URL(url);
  const known = agents.get(url);
  const agent =
    known ?? new Agent({ connect: (options, done) => connect({ ...options, hostname, port }, done) });
  agents.set(url, agent);
  return agent;
}
