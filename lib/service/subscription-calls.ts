import 'server-only';
import type { Log } from '@/lib/core/log';
import { type Connection, parseResponse, undefinedIfNotFound } from './connection';
import { pathSegment } from './endpoints';
import { readNewSubscription, readSubscriptions, type ServiceSubscription } from './wire/subscription';

/** Webhook management (the interface, section 4). Every function throws ServiceError only. */
export type SubscriptionCalls = {
  /** All subscriptions of this key: three for each desk, so the list has no pages. */
  listSubscriptions(): Promise<ServiceSubscription[]>;
  /** The secret is only in this response: store it immediately. */
  createSubscription(order: NewSubscription): Promise<ServiceSubscription & { signingSecret: string }>;
  /** Removes a subscription; succeeds if it is already gone. */
  deleteSubscription(id: string): Promise<void>;
};

type NewSubscription = { topic: string; url: string };

/** Creates the calls of `SubscriptionCalls` over one connection; unreadable subscriptions are counted in the log. */
export function subscriptionCalls({ call, endpoints }: Connection, log: Log): SubscriptionCalls {
  const url = endpoints.subscriptions;
  return {
    async listSubscriptions() {
      const what = 'subscription list';
      const response = await call({ what, method: 'GET', url, callClass: 'background' });
      const { subscriptions, unreadable } = parseResponse(what, response, readSubscriptions);
      if (unreadable > 0) log.warn('service.subscriptions-unreadable', { unreadable });
      return subscriptions;
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
