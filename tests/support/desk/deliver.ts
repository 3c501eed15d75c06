import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { deliveryHeaders } from '@/sandbox/events/sign';
import type { Topic } from '@/sandbox/model';
import type { Desk } from './desk';

const subscriptionsSchema = z.object({
  subscriptions: z.array(z.object({ topic: z.string(), url: z.string(), signingSecret: z.string() })),
});

/** The body of a delivery (interface 2.5). */
export type Notice = { topic: Topic; id: string; timestamp: string };

/** The desk's answer to a delivery; status 0: no answer. */
export type Receipt = { status: number; ms: number; retryAfter: string | null };

/**
 * The subscriptions with their secrets, which the sandbox writes to disk about 50 ms after a change. The console
 * shows no secrets.
 */
export function readSubscriptions({ sandboxFile }: Pick<Desk, 'sandboxFile'>) {
  return subscriptionsSchema.parse(JSON.parse(readFileSync(sandboxFile, 'utf8'))).subscriptions;
}

/**
 * Delivers events to web processes of this desk as the service does, signed with the present secret of the
 * topic's subscription (interface 6), bypassing the service: it does not know of them and repeats none.
 */
export function delivererOf(desk: Desk) {
  const byTopic = new Map(readSubscriptions(desk).map((one) => [one.topic, one]));
  return (web: { url: string }, { id, topic, timestamp }: Notice): Promise<Receipt> => {
    const subscription = byTopic.get(topic);
    if (!subscription) throw new Error(`Nobody is subscribed to ${topic}.`);
    const { pathname } = new URL(subscription.url);
    const url = `${web.url}${pathname}`;
    return post({ ...subscription, url, body: JSON.stringify({ id, topic, timestamp }) });
  };
}

/** Posts a body to a receiver, signed with a secret. */
export async function post(letter: { url: string; signingSecret: string; body: string }): Promise<Receipt> {
  const began = performance.now();
  const response = await fetch(letter.url, {
    method: 'POST',
    headers: deliveryHeaders(letter.signingSecret, letter.body),
    body: letter.body,
  }).catch((): undefined => undefined);
  await response?.arrayBuffer().catch(() => {});
  const ms = performance.now() - began;
  return { status: response?.status ?? 0, ms, retryAfter: response?.headers.get('retry-after') ?? null };
}
