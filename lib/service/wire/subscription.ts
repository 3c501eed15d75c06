import 'server-only';
import { getOwn } from '@/lib/core/own';
import { ServiceError } from '@/lib/service/error';
import { findList } from './envelope';
import { type ListResponse, nextPage } from './paging';
import { idOf, isRecord, textOf } from './value';

/** A webhook subscription (the interface, section 2.4), without its secret. */
export type ServiceSubscription = { id: string; topic: string; url: string };

/**
 * Reads a page of the calling key's subscriptions. Entries without id, topic or url are left out and counted.
 *
 * @throws {ServiceError} `unexpected` if none of its entries can be read: ours may be among them, and each check would create
 * them once more
 */
export function readSubscriptions(response: ListResponse): {
  subscriptions: ServiceSubscription[];
  unreadable: number;
  next?: string;
} {
  const found = findList(response.body, (entry) => toSubscription(entry) !== undefined);
  const { entries } = found;
  const subscriptions = entries.map(toSubscription).filter((one) => one !== undefined);
  if (entries.length > 0 && subscriptions.length === 0)
    throw new ServiceError('unexpected', 'no subscription of the list has an id, a topic and a url');
  const next = nextPage(found, response)?.next;
  return { subscriptions, unreadable: entries.length - subscriptions.length, next };
}

/**
 * Reads the response to a new subscription: under `data`, as the interface shows, or at the top level. Throws
 * ServiceError('unexpected') without id or secret: deliveries of such a subscription cannot be verified.
 */
export function readNewSubscription(body: unknown): ServiceSubscription & { signingSecret: string } {
  const candidates = isRecord(body) ? [getOwn(body, 'data'), body] : [];
  for (const candidate of candidates) {
    const subscription = toSubscription(candidate);
    const secret = isRecord(candidate) ? getOwn(candidate, 'signingSecret') : undefined;
    if (subscription && typeof secret === 'string' && secret !== '') {
      return { ...subscription, signingSecret: secret };
    }
  }
  throw new ServiceError('unexpected', 'the new subscription came without an id or a signing secret');
}

function toSubscription(value: unknown): ServiceSubscription | undefined {
  if (!isRecord(value)) return undefined;
  const id = idOf(getOwn(value, 'id'));
  const topic = textOf(getOwn(value, 'topic'));
  const url = textOf(getOwn(value, 'url'));
  return id !== undefined && topic !== undefined && url !== undefined ? { id, topic, url } : undefined;
}
