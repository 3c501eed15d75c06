import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * Makes every server of this process treat a request for an absolute URL (`GET http://host/path`) by RFC
 * 9112, 3.2.2: as one for that path, at that host, whatever `Host` says. proxy.ts then refuses other hosts;
 * otherwise Next would redirect to the absolute URL before calling proxy.ts.
 */
export function readRequestTargets(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    Object.assign(request, toOriginForm(request));
  });
}

/** A request's URL as a path, with its effective host. An invalid URL has no host. */
export function toOriginForm({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  if (url.startsWith('/') || url === '*') return { url, headers };
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !/^https?:$/.test(target.protocol)) return { url: '/', headers: { ...headers, host: '' } };
  return { url: `${target.pathname}${target.search}`, headers: { ...headers, host: target.host } };
}
