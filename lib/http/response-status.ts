import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { singleton } from '@/lib/core/singleton';

type Exchange = { request: IncomingMessage; response: ServerResponse; isReplaced?: true };

/** The request that is being handled, and its response. */
const exchanges = () => singleton('exchanges', () => new AsyncLocalStorage<Exchange>());

/** Makes `answerNotFound` and `replaceResponse` work in every server of this process. */
export function keepResponses(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Exchange;
    exchanges().enterWith({ request, response });
  });
}

/**
 * Sets the status of the page being rendered to 404. It has no effect once a part of the page was sent. Next has no way for
 * a page to set its status other than `notFound()`, which throws: a browser without scripts then shows an empty page,
 * because Next leaves drawing the "not found" page to them.
 */
export function answerNotFound(): void {
  const { request, response } = exchanges().getStore() ?? {};
  // A script of Next that receives 404 would load the document again.
  if (response && !response.headersSent && request?.headers.rsc === undefined) response.statusCode = 404;
}

/**
 * Sends another response than the one that Next is about to send; its headers stay where the other has none. It has no
 * effect once a part was sent. Next has no way for `onRequestError` to choose a response.
 *
 * @param make if it fails, the connection is closed without a response
 */
export function replaceResponse(make: (request: IncomingMessage) => Promise<Response>): void {
  const exchange = exchanges().getStore();
  // Each part of a page that fails is reported.
  if (!exchange || exchange.isReplaced || exchange.response.headersSent) return;
  exchange.isReplaced = true;
  const { request, response } = exchange;
  const { writeHead, end } = response;
  // Also for what Next writes after this response was sent.
  Object.assign(response, {
    writeHead: () => response,
    flushHeaders: () => {},
    write: () => true,
    end: () => response,
  });
  const send = async () => {
    const other = await make(request);
    const body = await other.text();
    response.removeHeader('Content-Length');
    response.setHeaders(other.headers);
    writeHead.call(response, other.status);
    end.call(response, body, 'utf8');
  };
  send().catch(() => response.destroy());
}
