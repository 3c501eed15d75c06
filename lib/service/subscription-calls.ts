import 'server-only';
import type { Log } from '@/lib/core/log';
import { type Connection, parseResponse, undefinedIfNotFound } from './connection';
import { nextPageUrl, pathSegment } from './endpoints';
import { ServiceError } from './error';
import { readNewSubscription, readSubscriptions, type ServiceSubscription } from './wire/subscription';

/** Webhook management (the interface, section 4). Every function throws ServiceError only. */
export type SubscriptionCalls = {
  /** All subscriptions of this key, over all pages. */
  listSubscriptions(): Promise<ServiceSubscription[]>;
  /** The secret is only in this response: store it immediately. */
  createSubscription(order: NewSubscription): Promise<ServiceSubscription & { signingSecret: string }>;
  /** Removes a subscription; succeeds if it is already gone. */
  deleteSubscription(id: string): Promise<void>;
};

/** Far more than a key has. */
const MAX_PAGES = 100;

type NewSubscription = { topic: string; url: string };

/** Creates the calls of `SubscriptionCalls` over one connection; unreadable subscriptions are counted in the log. */
export function subscriptionCalls({ call, endpoints }: Connection, log: Log): SubscriptionCalls {
  const url = endpoints.subscriptions;
  return {
    async listSubscriptions() {
      const what = 'subscription list';
      const found = new Map<string, ServiceSubscription>();
      let next: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const response = await call({
          what,
          method: 'GET',
          url: nextPageUrl(url, next),
          callClass: 'background',
        });
        const read = (body: unknown) =>
          readSubscriptions({ body, headers: response.headers, requested: next });
        const { subscriptions, unreadable, next: further } = parseResponse(what, response, read);
        if (unreadable > 0) log.warn('service.subscriptions-unreadable', { unreadable });
        const before = found.size;
        for (const one of subscriptions) found.set(one.id, one);
        // A service that does not page its few subscriptions may answer the same again.
        if (further === undefined || found.size === before) return [...found.values()];
        next = further;
      }
      throw new ServiceError('unexpected', `${what}: too many pages`);
    },
    async createSubscription({ topic, url: receiver }) {
      const what = 'subscription create';
      const body = { topic, url: receiver };
      const response = await call({ what, method: 'POST', url, body, callClass: 'background' });
      return parseResponse(what, response, readNewSubscription);
    },
    async deleteSubscription(id) {
      const what = 'subscription delete';
      const one = `${url}/${pathSegment(id)}`;
      await undefinedIfNotFound(call({ what, method: 'DELETE', url: one, callClass: 'background' }));
    },
  };
}
