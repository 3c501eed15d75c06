import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { singleton } from '@/lib/core/singleton';

/** The response to the request that is being handled; undefined where the browser asked for data of a page. */
const responses = () => singleton('responses', () => new AsyncLocalStorage<ServerResponse | undefined>());

/**
 * Makes `answerNotFound` work in every server of this process. Next has no way for a page to set its status
 * other than `notFound()`, which throws: a browser without scripts then shows an empty page, because Next leaves
 * drawing the "not found" page to them.
 */
export function keepResponses(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // A script of Next that receives 404 would load the document again.
    responses().enterWith(request.headers.rsc === undefined ? response : undefined);
  });
}

/** Sets the status of the page being rendered to 404. It has no effect once a part of the page was sent. */
export function answerNotFound(): void {
  const response = responses().getStore();
  if (response && !response.headersSent) response.statusCode = 404;
}
