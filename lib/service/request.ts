import 'server-only';
import { withTimeout } from '@/lib/core/timeout';
import { ServiceError, type ServiceStep } from './error';
import type { FetchedResponse, Fetcher } from './fetch';
import { readNetworkFailure } from './network-failure';

export type ServiceRequest = {
  /** Names the call in errors and the log, without ids or answers. */
  what: string;
  step: ServiceStep;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  accessToken?: string;
  body?: unknown;
  timeoutMs: number;
};

export type ServiceResponse = {
  status: number;
  headers: FetchedResponse['headers'];
  text: string;
  /** The parsed body; undefined if it is empty or not JSON. */
  json?: unknown;
};

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Sends one request and reads the whole response, with any status. The only caller of `fetch`: one attempt,
 * no redirects, a timeout for head and body, a size limit.
 *
 * @throws {ServiceError} `unavailable` without a response; `unexpected` for a redirect, or a body too large
 * or truncated, with the status then
 */
export async function send(request: ServiceRequest, fetcher: Fetcher): Promise<ServiceResponse> {
  const deadline = deadlineIn(request.timeoutMs);
  const response = await open(request, { fetcher, deadline });
  const text = await readText(request, { response, deadline });
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

type Deadline = { signal: AbortSignal; orLate: <T>(work: Promise<T>) => Promise<T> };

/**
 * Aborts what is late and does not wait for it to agree: a request that the HTTP client has lost hears no signal, and its
 * promise never settles. Tests in which processes are killed have met one.
 */
function deadlineIn(ms: number): Deadline {
  const controller = new AbortController();
  const end = performance.now() + ms;
  const giveUp = (): never => {
    const reason = new DOMException('It took too long.', 'TimeoutError');
    controller.abort(reason);
    throw reason;
  };
  return {
    signal: controller.signal,
    orLate: <T>(work: Promise<T>) => withTimeout<T>(work, end - performance.now(), giveUp),
  };
}

async function open(
  request: ServiceRequest,
  { fetcher, deadline }: { fetcher: Fetcher; deadline: Deadline },
): Promise<FetchedResponse> {
  try {
    const response = fetcher(request.url, {
      method: request.method,
      headers: headersOf(request),
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      redirect: 'error',
      signal: deadline.signal,
    });
    return await deadline.orLate(response);
  } catch (cause) {
    const { code, reached } = readNetworkFailure(cause);
    const kind = code === 'REDIRECT' ? 'unexpected' : 'unavailable';
    throw new ServiceError(kind, `${request.what}: no answer (${code})`, {
      step: request.step,
      reached,
      cause,
    });
  }
}

function headersOf({ accessToken, body }: ServiceRequest): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': 'partner-desk',
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

async function readText(
  request: ServiceRequest,
  { response, deadline }: { response: FetchedResponse; deadline: Deadline },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const read = async () => {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  };
  try {
    await deadline.orLate(read());
  } catch (cause) {
    // A truncated refusal is still a refusal: its status is enough.
    if (!response.ok) return '';
    throw unreadable(request, response, { reason: 'the answer was cut short', cause });
  }
  if (size > MAX_BYTES) throw unreadable(request, response, { reason: 'the answer is too large' });
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function unreadable(
  { what, step }: ServiceRequest,
  { status }: FetchedResponse,
  { reason, cause }: { reason: string; cause?: unknown },
): ServiceError {
  return new ServiceError('unexpected', `${what}: ${reason}`, { step, status, cause });
}

/** Without the parser's own error: it quotes the text, which may contain a token or personal data. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
