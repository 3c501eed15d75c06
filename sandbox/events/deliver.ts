import type { Delivery, Subscription, Topic } from '../model';
import type { Nature } from '../sandbox';
import type { State } from '../state';
import { deliveryHeaders } from './sign';

const TIMEOUT_MS = 10_000;
const AT_ONCE = 64;
const KEPT = 500;
/** How long a delivery waits for others to overtake it while `reorderDeliveries` is on. */
const REORDER_MS = 120;

export type Deliveries = {
  /** Sends the event to every subscription of its topic, at once unless a fault says otherwise. */
  announce(event: { topic: Topic; leadId: string; timestamp: string }): void;
  /** Sends `body`, whatever it is, validly signed, to one subscription. */
  sendRaw(subscription: Subscription, body: string): void;
  /** Sends what `holdDeliveries` held back; says how many. */
  release(): number;
  /** Forgets what was to be sent to a subscription that is gone. */
  cancel(subscriptionId: string): void;
  /** Goes on with what an earlier process left unsent. */
  resume(): void;
  close(): Promise<void>;
};

type Parts = Nature & { state: State; changed(): void };

/** Signed, at-least-once deliveries: each is tried until the receiver answers 200 (interface, section 6). */
export function createDeliveries({ state, changed, now, random, hex }: Parts): Deliveries {
  const timers = new Map<string, NodeJS.Timeout>();
  const queue: Delivery[] = [];
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let reorder: Delivery[] = [];

  const isDue = (delivery: Delivery) => delivery.state === 'waiting' && !stop.signal.aborted;

  const schedule = (delivery: Delivery, ms: number) => {
    if (stop.signal.aborted) return;
    delivery.nextAt = new Date(now().getTime() + ms).toISOString();
    if (ms <= 0) return enqueue(delivery);
    timers.set(
      delivery.id,
      setTimeout(() => enqueue(delivery), ms),
    );
  };

  const enqueue = (delivery: Delivery) => {
    timers.delete(delivery.id);
    queue.push(delivery);
    drain();
  };

  const drain = () => {
    while (running.size < AT_ONCE) {
      const delivery = queue.shift();
      if (!delivery) return;
      const attempt = attemptOnce(delivery).finally(() => {
        running.delete(attempt);
        drain();
      });
      running.add(attempt);
    }
  };

  const attemptOnce = async (delivery: Delivery) => {
    if (!isDue(delivery)) return;
    const subscription = state.subscriptions.find(({ id }) => id === delivery.subscriptionId);
    if (!subscription) return end(delivery, 'cancelled');
    if (state.faults.holdDeliveries && delivery.attempts > 0) return hold(delivery);
    const outcome = await post(subscription, delivery.body, stop.signal);
    // Stopped in between: the receiver may or may not have it, so it is sent again after the next start.
    if (stop.signal.aborted && outcome !== '200') return;
    delivery.attempts += 1;
    delivery.outcome = outcome;
    if (outcome === '200') return end(delivery, 'delivered');
    if (isDue(delivery)) schedule(delivery, backOff(delivery.attempts));
    changed();
  };

  const backOff = (attempts: number) => {
    const { retryFirstMs, retryCapMs } = state.settings;
    const full = Math.min(retryCapMs, retryFirstMs * 2 ** Math.min(attempts - 1, 30));
    return full * (0.75 + random() / 4);
  };

  const end = (delivery: Delivery, how: 'delivered' | 'cancelled') => {
    delivery.state = how;
    delivery.endedAt = now().toISOString();
    delete delivery.nextAt;
    changed();
  };

  const hold = (delivery: Delivery) => {
    delivery.state = 'held';
    delete delivery.nextAt;
    changed();
  };

  const add = (subscription: Subscription, event: { topic: string; leadId: string; body: string }) => {
    const delivery: Delivery = {
      id: hex(12),
      subscriptionId: subscription.id,
      url: subscription.url,
      ...event,
      state: 'waiting',
      attempts: 0,
      createdAt: now().toISOString(),
    };
    state.deliveries.push(delivery);
    return delivery;
  };

  const dispatch = (delivery: Delivery) => {
    const { holdDeliveries, reorderDeliveries, latencyMs } = state.faults;
    if (holdDeliveries) return hold(delivery);
    if (!reorderDeliveries) return schedule(delivery, latencyMs);
    if (reorder.length === 0) timers.set('reorder', setTimeout(sendReversed, REORDER_MS + latencyMs));
    reorder.push(delivery);
  };

  /** One after the other, so that the receiver truly meets them last first. */
  const sendReversed = () => {
    timers.delete('reorder');
    const batch = reorder.reverse();
    reorder = [];
    const sending = batch
      .reduce((before, delivery) => before.then(() => attemptOnce(delivery)), Promise.resolve())
      .finally(() => running.delete(sending));
    running.add(sending);
  };

  const forgetOld = () => {
    const excess = state.deliveries.length - KEPT;
    if (excess <= 0) return;
    let dropped = 0;
    state.deliveries = state.deliveries.filter(({ state: at }) => {
      const drop = dropped < excess && (at === 'delivered' || at === 'cancelled');
      if (drop) dropped += 1;
      return !drop;
    });
  };

  return {
    announce({ topic, leadId, timestamp }) {
      const notice = { id: leadId, topic, timestamp };
      const body = JSON.stringify(notice, null, state.shape.eventBody === 'spaced' ? 2 : undefined);
      for (const subscription of state.subscriptions.filter((one) => one.topic === topic))
        for (let copy = 0; copy <= state.faults.duplicateDeliveries; copy += 1)
          dispatch(add(subscription, { topic, leadId, body }));
      forgetOld();
      changed();
    },
    sendRaw(subscription, body) {
      dispatch(add(subscription, { topic: subscription.topic, leadId: '', body }));
      changed();
    },
    release() {
      const held = state.deliveries.filter((delivery) => delivery.state === 'held');
      for (const delivery of held) {
        delivery.state = 'waiting';
        schedule(delivery, 0);
      }
      changed();
      return held.length;
    },
    cancel(subscriptionId) {
      for (const delivery of state.deliveries)
        if (delivery.subscriptionId === subscriptionId && delivery.state !== 'delivered')
          end(delivery, 'cancelled');
    },
    resume() {
      for (const delivery of state.deliveries.filter((one) => one.state === 'waiting'))
        schedule(delivery, Math.max(0, Date.parse(delivery.nextAt ?? '') - now().getTime() || 0));
    },
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      stop.abort();
      await Promise.all(running);
    },
  };
}

/** The receiver's status as text, or why there was none. A redirect is not followed: only 200 acknowledges. */
async function post(
  { url, signingSecret }: Subscription,
  body: string,
  stopped: AbortSignal,
): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: deliveryHeaders(signingSecret, body),
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
