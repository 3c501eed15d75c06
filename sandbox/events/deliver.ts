import PQueue from 'p-queue';
import { abortAfter } from '../abort-after';
import type { Environment } from '../environment';
import type { Delivery, Subscription, Topic } from '../model';
import type { State } from '../state';
import { deliveryHeaders } from './sign';

const AT_ONCE = 64;
const KEPT = 500;
/** How long a delivery waits to be overtaken while `reorderDeliveries` is on. */
const REORDER_MS = 120;

type Parts = Environment & { state: State; changed(): void };
type Letter = { topic: string; leadId: string; body: string };

/** Signed, at-least-once deliveries: each is tried until the receiver answers 200 (interface, section 6). */
export class Deliveries {
  readonly #parts: Parts;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #queue = new PQueue({ concurrency: AT_ONCE });
  readonly #stop = new AbortController();
  #reordering: Delivery[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sends the event to every subscription of its topic, immediately unless a fault delays it. */
  announce({ topic, leadId, timestamp }: { topic: Topic; leadId: string; timestamp: string }): void {
    const { state, changed } = this.#parts;
    const notice = { id: leadId, topic, timestamp };
    const body = JSON.stringify(notice, null, state.shape.eventBody === 'spaced' ? 2 : undefined);
    for (const subscription of state.subscriptions.filter((one) => one.topic === topic))
      for (let copy = 0; copy <= state.faults.duplicateDeliveries; copy += 1)
        this.#dispatch(this.#write(subscription, { topic, leadId, body }));
    this.#forgetOld();
    changed();
  }

  /** Sends any `body`, validly signed, to one subscription. */
  sendRaw(subscription: Subscription, body: string): void {
    this.#dispatch(this.#write(subscription, { topic: subscription.topic, leadId: '', body }));
    this.#parts.changed();
  }

  /** Sends what `holdDeliveries` held; returns how many. */
  release(): number {
    const { state, changed } = this.#parts;
    const held = state.deliveries.filter((delivery) => delivery.state === 'held');
    for (const delivery of held) {
      delivery.state = 'waiting';
      this.#schedule(delivery, 0);
    }
    changed();
    return held.length;
  }

  /** Drops what `holdDeliveries` held; returns how many. */
  drop(): number {
    const held = this.#parts.state.deliveries.filter((delivery) => delivery.state === 'held');
    for (const delivery of held) this.#end(delivery, 'cancelled');
    return held.length;
  }

  /** Drops the deliveries of a removed subscription. */
  cancel(subscriptionId: string): void {
    for (const delivery of this.#parts.state.deliveries)
      if (delivery.subscriptionId === subscriptionId && delivery.state !== 'delivered')
        this.#end(delivery, 'cancelled');
  }

  /** Resumes what an earlier process left unsent. */
  resume(): void {
    const { state, now } = this.#parts;
    for (const delivery of state.deliveries.filter((one) => one.state === 'waiting'))
      this.#schedule(delivery, Math.max(0, Date.parse(delivery.nextAt ?? '') - now().getTime() || 0));
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#stop.abort();
    await this.#queue.onIdle();
  }

  #write(subscription: Subscription, letter: Letter): Delivery {
    const { state, hex, now } = this.#parts;
    const delivery: Delivery = {
      id: hex(12),
      subscriptionId: subscription.id,
      url: subscription.url,
      ...letter,
      state: 'waiting',
      attempts: 0,
      createdAt: now().toISOString(),
    };
    state.deliveries.push(delivery);
    return delivery;
  }

  #dispatch(delivery: Delivery): void {
    const { holdDeliveries, reorderDeliveries, latencyMs } = this.#parts.state.faults;
    if (holdDeliveries) this.#hold(delivery);
    else if (reorderDeliveries) this.#reorder(delivery, latencyMs);
    else this.#schedule(delivery, latencyMs);
  }

  #reorder(delivery: Delivery, latencyMs: number): void {
    if (this.#reordering.length === 0)
      this.#after('reorder', REORDER_MS + latencyMs, () => this.#sendReversed());
    this.#reordering.push(delivery);
  }

  /** One after the other, so that the receiver gets them strictly last first. */
  #sendReversed(): void {
    const batch = this.#reordering.reverse();
    this.#reordering = [];
    this.#queue.add(async () => {
      for (const delivery of batch) await this.#attempt(delivery);
    });
  }

  #schedule(delivery: Delivery, ms: number): void {
    delivery.nextAt = new Date(this.#parts.now().getTime() + ms).toISOString();
    const go = () => this.#queue.add(() => this.#attempt(delivery));
    if (ms <= 0) go();
    else this.#after(delivery.id, ms, go);
  }

  #after(name: string, ms: number, act: () => void): void {
    if (this.#stop.signal.aborted) return;
    const run = () => {
      this.#timers.delete(name);
      act();
    };
    this.#timers.set(name, setTimeout(run, ms));
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { state, changed } = this.#parts;
    const stopped = this.#stop.signal;
    if (delivery.state !== 'waiting' || stopped.aborted) return;
    const subscription = state.subscriptions.find(({ id }) => id === delivery.subscriptionId);
    if (!subscription) return this.#end(delivery, 'cancelled');
    if (state.faults.holdDeliveries && delivery.attempts > 0) return this.#hold(delivery);
    const outcome = await post({ subscription, body: delivery.body, stopped });
    // Stopped midway: the receiver may or may not have it, so it is sent again after the next start.
    if (stopped.aborted && outcome !== '200') return;
    delivery.attempts += 1;
    delivery.outcome = outcome;
    if (outcome === '200') return this.#end(delivery, 'delivered');
    // It may have been cancelled in flight.
    if (delivery.state === 'waiting') this.#schedule(delivery, this.#backOff(delivery.attempts));
    changed();
  }

  /** Doubles from the first wait up to the cap; up to a quarter less, so that retries spread out. */
  #backOff(attempts: number): number {
    const { state, random } = this.#parts;
    const { retryFirstMs, retryCapMs } = state.settings;
    const full = Math.min(retryCapMs, retryFirstMs * 2 ** Math.min(attempts - 1, 30));
    return full * (0.75 + random() / 4);
  }

  #end(delivery: Delivery, how: 'delivered' | 'cancelled'): void {
    delivery.state = how;
    delivery.endedAt = this.#parts.now().toISOString();
    delete delivery.nextAt;
    this.#parts.changed();
  }

  #hold(delivery: Delivery): void {
    delivery.state = 'held';
    delete delivery.nextAt;
    this.#parts.changed();
  }

  /** Finished deliveries, oldest first, beyond those kept for the console. */
  #forgetOld(): void {
    const { state } = this.#parts;
    const excess = state.deliveries.length - KEPT;
    if (excess <= 0) return;
    const ended = state.deliveries.filter((one) => one.state === 'delivered' || one.state === 'cancelled');
    const old = new Set(ended.slice(0, excess));
    state.deliveries = state.deliveries.filter((one) => !old.has(one));
  }
}

const TIMEOUT_MS = 10_000;

type SignedPost = { subscription: Subscription; body: string; stopped: AbortSignal };

/** Posts one delivery; returns the status as text, or why there was none. Follows no redirect: only 200 counts. */
async function post({ subscription, body, stopped }: SignedPost): Promise<string> {
  try {
    const response = await fetch(subscription.url, {
      method: 'POST',
      headers: deliveryHeaders(subscription.signingSecret, body),
      body,
      redirect: 'manual',
      signal: abortAfter(TIMEOUT_MS, stopped),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message || cause.name : 'no answer';
  }
}
