import 'server-only';
import { ServiceError } from '@/lib/service/error';
import type { Fetcher } from '@/lib/service/fetch';
import { type ServiceResponse, send } from '@/lib/service/request';

const TIMEOUT_MS = 5_000;

/** Requests a URL outside the service's API: once, without following redirects. */
export async function ask(
  fetcher: Fetcher,
  { what, url }: { what: string; url: string },
): Promise<ServiceResponse | ServiceError> {
  try {
    return await send({ what, step: 'call', method: 'GET', url, timeoutMs: TIMEOUT_MS }, fetcher);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
