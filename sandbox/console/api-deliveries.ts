import * as z from 'zod';
import { TOPICS } from '../model';
import type { Sandbox } from '../sandbox';
import { ConsoleError } from '../vendor/error';

const orderSchema = z.strictObject({ topic: z.enum(TOPICS), body: z.string() });

/** Sends any text, validly signed, to the subscriptions of a topic: how a receiver meets a poisonous body. Says to how many. */
export function sendRaw(sandbox: Sandbox, raw: unknown): number {
  const order = orderSchema.safeParse(raw);
  if (!order.success) throw new ConsoleError(400, z.prettifyError(order.error));
  const { topic, body } = order.data;
  const receivers = sandbox.state.subscriptions.filter((one) => one.topic === topic);
  for (const subscription of receivers) sandbox.deliveries.sendRaw(subscription, body);
  return receivers.length;
}
