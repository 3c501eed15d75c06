import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * Has every server of this process take a request for a whole address (`GET http://host/path`) for what it is by
 * RFC 9112, 3.2.2: one for that path, at that host, whatever `Host` says. proxy.ts then refuses what is not ours; Next
 * would lead to the whole address before proxy.ts is asked.
 */
export function readRequestTargets(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    Object.assign(request, toOriginForm(request));
  });
}

/** A request's address as a path, with the host that counts for it. What is no web address is asked of no host. */
export function toOriginForm({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  if (url.startsWith('/') || url === '*') return { url, headers };
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !/^https?:$/.test(target.protocol)) return { url: '/', headers: { ...headers, host: '' } };
  return { url: `${target.pathname}${target.search}`, headers: { ...headers, host: target.host } };
}
