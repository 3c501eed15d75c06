import 'server-only';
import { ServiceError, withChanges } from './error';
import type { Fetcher } from './fetch';
import { send } from './request';
import { toServiceError } from './response-error';
import { type ParsedToken, readToken } from './wire/token';

const TIMEOUT_MS = 5_000;

export type Credentials = { audience: string; clientId: string; clientSecret: string };

export type TokenRequest = {
  url: string;
  credentials: Credentials;
  fetcher: Fetcher;
  now: () => Date;
};

/**
 * Exchanges the key for an access token (the interface, section 5, rules 1 and 2).
 *
 * @throws {ServiceError} always with `step: 'token'` and `reached: 'no'`; any 4xx other than a rate limit is
 * `auth`: the endpoint refused our key, our audience or our URL for it
 */
export async function requestToken({ url, credentials, fetcher, now }: TokenRequest): Promise<ParsedToken> {
  const { audience, clientId, clientSecret } = credentials;
  const body = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    audience,
  };
  const request = { what: 'token', step: 'token', method: 'POST', url, body, timeoutMs: TIMEOUT_MS } as const;
  const requestedAt = now();
  try {
    const response = await send(request, fetcher);
    if (response.status >= 200 && response.status < 300) return readToken(response.json, requestedAt);
    throw toServiceError(response, { request, now: now(), secrets: [clientSecret] });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw withChanges(error, { kind: isRefusal(error) ? 'auth' : error.kind, reached: 'no' });
  }
}

/** From the service or a gateway: a wrong URL is answered by a gateway. */
function isRefusal({ kind, status = 0, reached }: ServiceError): boolean {
  return kind === 'refused' || (kind === 'unavailable' && status >= 400 && status < 500 && reached === 'no');
}
