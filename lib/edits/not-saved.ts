import type { ServiceError } from '@/lib/service/error';

/**
 * Why an edit that was definitely not accepted was not saved. `busy`: rate limit. `turnedDown`: the portal, or
 * a gateway before it, refused without saying what is wrong with the answers. `unreachable`: no answer, or
 * not yet.
 */
export type NotSaved = 'busy' | 'turnedDown' | 'unreachable';

/** Statuses below 500 that only mean that it took too long or was sent too early. */
const NOT_NOW = [408, 425];

/** @param error of a request that the service did not accept, or that only reads */
export function whyNotSaved({ kind, status }: Pick<ServiceError, 'kind' | 'status'>): NotSaved {
  if (kind === 'rate-limited') return 'busy';
  if (kind === 'auth') return 'turnedDown';
  const isNo = status !== undefined && status >= 400 && status < 500 && !NOT_NOW.includes(status);
  return isNo ? 'turnedDown' : 'unreachable';
}
