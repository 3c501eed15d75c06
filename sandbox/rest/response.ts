import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Sandbox } from '../sandbox';
import { errorBody } from './error-body';
import type { Refusal } from './refusal';

export type RestContext = Context<{ Bindings: HttpBindings }>;

/** An endpoint's answer. `ending` is a fault: the connection is cut before or during the answer. */
export type RestResponse = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  leadId?: string;
  /** `silence`: nothing is ever sent, and the connection stays open. */
  ending?: 'cut' | 'truncated' | 'silence';
  /** Instead of JSON. */
  html?: string;
};

/** Ends the connection without an answer. */
export function cut(c: RestContext): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

export function send(c: RestContext, { status, body, headers, ending, html }: RestResponse): Response {
  if (ending === 'cut') return cut(c);
  if (ending === 'silence') return RESPONSE_ALREADY_SENT;
  if (html !== undefined) return new Response(html, { status, headers: { 'content-type': 'text/html' } });
  if (ending === 'truncated') return truncate(c, status, JSON.stringify(body));
  if (body === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function sendRefusal(sandbox: Sandbox, refusal: Refusal): Response {
  const { type, text } = errorBody(sandbox.state.shape.errorBody, refusal);
  return new Response(text, {
    status: refusal.status,
    headers: { 'content-type': type, ...refusal.headers },
  });
}

/** Sends the status and half of the body, then cuts the connection. */
function truncate(c: RestContext, status: number, text: string): Response {
  const { incoming, outgoing } = c.env;
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  outgoing.write(text.slice(0, Math.ceil(text.length / 2)), () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}
