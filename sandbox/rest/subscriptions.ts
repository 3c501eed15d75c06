import * as z from 'zod';
import { type Subscription, TOPICS } from '../model';
import type { Sandbox } from '../sandbox';
import { take } from './counted-fault';
import type { Call } from './endpoint';
import { invalidLead, Refusal } from './refusal';
import type { RestResponse } from './response';

const orderSchema = z.object({ topic: z.enum(TOPICS), url: z.string().max(2000) });

/** Creates a subscription: one topic, one address. The secret is only in this answer (interface, section 2.4). */
export function respondToSubscribe(sandbox: Sandbox, call: Call): RestResponse {
  const { state } = sandbox;
  const order = orderSchema.safeParse(call.json());
  if (!order.success)
    throw invalidLead(sandbox, [
      { field: 'topic', message: `topic must be one of ${TOPICS.join(', ')}, and url a text.` },
    ]);
  if (!isReceiver(order.data.url))
    throw invalidLead(sandbox, [{ field: 'url', message: 'url must be https (http only on loopback).' }]);
  if (state.keys.some((key) => key.clientId === call.clientId && key.revokedAt))
    throw new Refusal(403, 'The key was revoked.');
  const subscription: Subscription = {
    id: sandbox.hex(12),
    clientId: call.clientId,
    ...order.data,
    signingSecret: sandbox.hex(32),
    createdAt: sandbox.now().toISOString(),
  };
  state.subscriptions.push(subscription);
  sandbox.changed();
  if (take(state.faults, 'dropAfterSubscribe')) return { status: 0, ending: 'cut' };
  const { id, topic, url, signingSecret } = subscription;
  return { status: 201, body: { status: 201, data: { id, topic, url, signingSecret } } };
}

/** The calling key's subscriptions, without their secrets. */
export function respondToSubscriptions({ state }: Sandbox, call: Call): RestResponse {
  const own = state.subscriptions
    .filter(({ clientId }) => clientId === call.clientId)
    .map(({ id, topic, url }) => ({ id, topic, url }));
  const shapes = {
    data: { status: 200, data: own },
    array: own,
    subscriptions: { subscriptions: own },
    payload: { payload: own },
    'result.records': { result: { records: own }, warnings: [] },
  };
  return { status: 200, body: shapes[state.shape.subscriptionList] };
}

/** Removes one of the calling key's subscriptions; another key's answers as unknown. */
export function respondToUnsubscribe(sandbox: Sandbox, call: Call): RestResponse {
  const { state } = sandbox;
  const id = call.param('subscriptionId');
  const found = state.subscriptions.find((one) => one.id === id && one.clientId === call.clientId);
  if (!found) throw new Refusal(404, 'There is no subscription with this id.');
  state.subscriptions = state.subscriptions.filter((one) => one !== found);
  sandbox.deliveries.cancel(id);
  sandbox.changed();
  return state.shape.unsubscribeResponse === 'ok' ? { status: 200, body: { status: 200 } } : { status: 204 };
}

function isReceiver(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return false;
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && loopback);
}
