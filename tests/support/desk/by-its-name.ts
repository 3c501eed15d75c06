import { Agent, buildConnector } from 'undici';

/** Where a browser sends its requests: `url`. A web process asked past the desk's door knows the name on the door. */
export type Web = { url: string; publicUrl?: string };

const connect = buildConnector({});
const agents = new Map<string, Agent>();

/**
 * Asks a web process for an address of the desk by the desk's own name, wherever the process listens: it answers to no
 * other. `fetch` itself writes its own `Host`.
 */
export function fetchByItsName({ url, publicUrl = url }: Web, path: string, init: RequestInit) {
  if (publicUrl === url) return fetch(`${url}${path}`, init);
  return fetch(`${publicUrl}${path}`, Object.assign({ ...init }, { dispatcher: agentTo(url) }));
}

/** Connects there, whatever the address says. */
function agentTo(url: string): Agent {
  const { hostname, port } = new URL(url);
  const known = agents.get(url);
  const agent =
    known ?? new Agent({ connect: (options, done) => connect({ ...options, hostname, port }, done) });
  agents.set(url, agent);
  return agent;
}
