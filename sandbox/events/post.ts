import type { Subscription } from '../model';
import { deliveryHeaders } from './sign';

const TIMEOUT_MS = 10_000;

type Letter = { subscription: Subscription; body: string; stopped: AbortSignal };

/** Posts one delivery. The receiver's status as text, or why there was none. A redirect is not followed: only 200 acknowledges. */
export async function post({ subscription, body, stopped }: Letter): Promise<string> {
  try {
    const response = await fetch(subscription.url, {
      method: 'POST',
      headers: deliveryHeaders(subscription.signingSecret, body),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message || cause.name : 'no answer';
  }
}
