import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { IS_DEVELOPMENT } from '@/lib/core/env';

/** The HTTP server of this process, which Next owns and does not expose. */
export type WebServer = {
  /**
   * Refuses new connections immediately; resolves when earlier requests are answered and every connection is
   * closed.
   */
  stop(): Promise<void>;
};

/** What Node publishes about each request. */
type RequestStart = { request: IncomingMessage; response: ServerResponse; server: Server };

/**
 * A connection without progress for this long, or for up to twice as long if it took part of the last write,
 * is cut: a reader that takes nothing would hold its buffers forever. Longer than the heartbeat of a stream,
 * and than any page may take: in development, a page waits for its compilation.
 */
const STUCK_MS = IS_DEVELOPMENT ? 300_000 : 30_000;
/** Connections become idle one by one while the last requests are answered. */
const CLOSE_IDLE_MS = 50;

/**
 * Watches this process's HTTP server from its first request on: before that, there is nothing to wait for.
 */
export function watchWebServer(): WebServer {
  const answering = new Set<ServerResponse>();
  let server: Server | undefined;
  let stopping = false;
  let tellClosed: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve;
  });

  function close(): void {
    if (!server?.listening) return;
    const closing = setInterval(() => server?.closeIdleConnections(), CLOSE_IDLE_MS);
    server.close(() => {
      clearInterval(closing);
      tellClosed();
    });
  }

  subscribe('http.server.request.start', (message) => {
    const { request, response, server: its } = message as RequestStart;
    server = its;
    request.socket.setTimeout(STUCK_MS);
    answering.add(response);
    response.once('close', () => answering.delete(response));
    if (!stopping) return;
    response.setHeader('Connection', 'close');
    close();
  });

  return {
    stop: () => {
      stopping = true;
      if (!server) return Promise.resolve();
      // A proxy that reuses connections must not send the next request into one that is about to close.
      for (const response of answering) if (!response.headersSent) response.setHeader('Connection', 'close');
      close();
      return closed;
    },
  };
}
