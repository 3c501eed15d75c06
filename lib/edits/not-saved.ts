import type { ServiceError } from '@/lib/service/error';

/**
 * Why an edit that was definitely not accepted was not saved. `refused`: the portal, or a gateway before it,
 * refused without saying what is wrong with the answers. `unreachable`: no answer, or not now.
 */
export type NotSaved = 'refused' | 'unreachable';

/** Statuses below 500 that only mean that it took too long, or was sent too early or too often. */
const NOT_NOW = [408, 425, 429];

/** @param error of a request that the service did not accept, or that only reads */
export function whyNotSaved({ kind, status }: Pick<ServiceError, 'kind' | 'status'>): NotSaved {
  if (kind === 'auth') return 'refused';
  const isNo = status !== undefined && status >= 400 && status < 500 && !NOT_NOW.includes(status);
  return isNo ? 'refused' : 'unreachable';
}
