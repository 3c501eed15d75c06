import 'server-only';
import type { Env } from '@/lib/core/env';
import { endpointsOf } from '@/lib/service/endpoints';
import { ServiceError } from '@/lib/service/error';
import type { Fetcher } from '@/lib/service/fetch';
import { send } from '@/lib/service/request';
import { toServiceError } from '@/lib/service/response-error';
import { requestToken } from '@/lib/service/token-request';
import type { ParsedToken } from '@/lib/service/wire/token';

/** The result of one exchange of the key for a token. The token is not in any finding. */
export type Exchange = {
  outcome: ParsedToken | ServiceError;
  /** How far our clock is ahead of the service's, by the Date header of its response (RFC 9110, 6.6.1). */
  clock?: { aheadMs: number; uncertainMs: number };
};

type ExchangeDeps = { settings: Env; fetcher: Fetcher; now: () => Date };

/**
 * Exchanges the key (the interface, section 5) in a separate request: it affects neither the desk's token nor
 * its pause after a failure.
 */
export async function exchangeKey({ settings, fetcher, now }: ExchangeDeps): Promise<Exchange> {
  const { token: url } = endpointsAt(settings);
  const credentials = {
    audience: settings.SERVICE_AUDIENCE,
    clientId: settings.SERVICE_CLIENT_ID,
    clientSecret: settings.SERVICE_CLIENT_SECRET,
  };
  let clock: Exchange['clock'];
  const timed: Fetcher = async (...request) => {
    const requestedAt = now().getTime();
    const response = await fetcher(...request);
    clock = compareClocks({ date: response.headers.get('date'), requestedAt, answeredAt: now().getTime() });
    return response;
  };
  try {
    return { outcome: await requestToken({ url, credentials, fetcher: timed, now }), clock };
  } catch (error) {
    if (error instanceof ServiceError) return { outcome: error, clock };
    throw error;
  }
}

const TIMEOUT_MS = 5_000;

/**
 * Tests a new token with the REST interface, by reading the form; undefined if it is accepted. Bypasses the
 * desk's own client, which stops calling a service that refuses its tokens, so that the reason would stay
 * unknown.
 */
export async function showToken(
  { accessToken }: ParsedToken,
  { settings, fetcher, now }: ExchangeDeps,
): Promise<ServiceError | undefined> {
  const request = { what: 'schema', step: 'call', method: 'GET', timeoutMs: TIMEOUT_MS } as const;
  try {
    const response = await send({ ...request, url: endpointsAt(settings).schema, accessToken }, fetcher);
    if (response.status >= 200 && response.status < 300) return undefined;
    const secrets = [settings.SERVICE_CLIENT_SECRET, accessToken];
    return toServiceError(response, { request, now: now(), secrets });
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function endpointsAt(settings: Env) {
  return endpointsOf({
    baseUrl: settings.SERVICE_BASE_URL,
    authUrl: settings.SERVICE_AUTH_URL,
    companyId: settings.SERVICE_COMPANY_ID,
  });
}

/** The header has whole seconds, rounded down, of some moment between request and response. */
export function compareClocks(seen: {
  date: string | null;
  requestedAt: number;
  answeredAt: number;
}): Exchange['clock'] {
  const serverTime = Date.parse(seen.date ?? '');
  if (Number.isNaN(serverTime)) return undefined;
  const ours = (seen.requestedAt + seen.answeredAt) / 2;
  const uncertainMs = (seen.answeredAt - seen.requestedAt) / 2 + 500;
  return { aheadMs: ours - (serverTime + 500), uncertainMs };
}
