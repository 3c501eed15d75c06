import 'server-only';
import type { Call } from './call';
import type { Endpoints } from './endpoints';
import { ServiceError, withChanges } from './error';
import type { ServiceResponse } from './request';

/** Shared by all calls of a client. */
export type Connection = {
  call(call: Call): Promise<ServiceResponse>;
  endpoints: Endpoints;
};

/**
 * Reads the body. The error for an unreadable body carries the status, which shows that the call was
 * accepted.
 */
export function parseResponse<T>(what: string, response: ServiceResponse, read: (body: unknown) => T): T {
  try {
    return read(response.json);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const changes = { message: `${what}: ${error.message}`, status: response.status };
    // A web page or a proxy does not answer 2xx with JSON.
    throw withChanges(error, { ...changes, writtenByService: response.json !== undefined });
  }
}

/** The response, or undefined if the service reports that the resource does not exist (any more). */
export async function undefinedIfNotFound(
  response: Promise<ServiceResponse>,
): Promise<ServiceResponse | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}
