import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { metrics } from '@/lib/core/metrics';

/** Counts and times the requests of every server of this process, from their start to the end of their response. */
export function countRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const group = routeGroupOf(request);
    const began = performance.now();
    response.once('close', () => {
      const { requests, requestSeconds } = metrics();
      requests.inc({ group, status: response.headersSent ? response.statusCode : 'none' });
      // A stream ends when its page is closed.
      if (group !== 'api/stream') requestSeconds.observe({ group }, (performance.now() - began) / 1_000);
    });
  });
}

/** The group of routes that a request belongs to, of seven: anyone can send any path. */
export function routeGroupOf({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>) {
  const path = url.split('?', 1)[0] ?? '';
  const [, api] = /^\/api\/(webhooks|stream|cached)(?:\/|$)/.exec(path) ?? [];
  if (api) return `api/${api}`;
  if (path.startsWith('/api/')) return 'other';
  if (path.startsWith('/_next/') || /\.\w+$/.test(path)) return 'static';
  if (method === 'GET' || method === 'HEAD') return 'page';
  return method === 'POST' ? 'action' : 'other';
}
