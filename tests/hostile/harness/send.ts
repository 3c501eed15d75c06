import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** One request exactly as sent over the wire. */
export type Letter = {
  /** The address up to the port. */
  origin: string;
  /** Sent unchanged, without the normalisation of `fetch`. */
  path: string;
  method?: string;
  /** A list is sent as several headers of that name. */
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
};

/** The unmodified response. Status 0: the connection was closed without an answer. */
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: string; ms: number };

/**
 * Sends one request on a separate connection, follows no redirects, and never throws. Of an event stream it
 * reads the head, then closes.
 */
export function send({ origin, path, method = 'GET', headers = {}, body }: Letter): Promise<HttpResponse> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  return new Promise((resolve) => {
    const confirm = (response: Omit<HttpResponse, 'ms'>) =>
      resolve({ ...response, ms: performance.now() - began });
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      { hostname, port, path, method, headers: { ...length, ...headers }, agent: false },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        if (headers['content-type'] === 'text/event-stream') {
          sent.destroy();
          return confirm({ status, headers, body: '' });
        }
        const pieces: Buffer[] = [];
        const end = () => confirm({ status, headers, body: Buffer.concat(pieces).toString() });
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', end);
        response.on('error', end);
      },
    );
    sent.on('error', () => confirm({ status: 0, headers: {}, body: '' }));
    sent.end(body);
  });
}
