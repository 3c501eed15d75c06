import 'server-only';
import type { Vault } from '@/lib/core/crypto';
import { isId } from '@/lib/core/ids';
import type { Log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import type { Db } from '@/lib/db/handle';
import { createBatcher } from './batcher';
import { createBurstDetector } from './burst-detector';
import { commitDeliveries, type Verified } from './commit';
import { readNotification } from './notification';
import { rememberReceivers } from './receivers';
import { countRejected } from './rejected-deliveries';
import { verifyDelivery } from './verify';

/**
 * How a delivery was handled. `unknown`: no such address. `not-ready`: the address is ours but its secret is
 * not stored yet. `forged`: the signature is invalid. `taken`: committed; `quarantined`: stored as raw bytes.
 */
export type Reception = 'unknown' | 'not-ready' | 'forged' | 'taken' | 'quarantined';

/** One request as received (interface 6). */
export type Delivery = { receiverId: string; body: Uint8Array; signature: string | null; now: Date };

/**
 * Accepts one delivery and returns the result. Never calls the service.
 *
 * @throws if it is not known to be committed in time: the caller must not answer 200, so that it is sent
 * again
 */
export type Intake = (delivery: Delivery) => Promise<Reception>;

/** A delivery is answered within this many milliseconds, whatever the database does. */
const TIMEOUT_MS = 3_500;
/**
 * Small enough to read the next deliveries while these are committed, and large enough to make each commit
 * cheap.
 */
const GROUP_SIZE = 50;
const MAX_WAITING = 5_000;
/**
 * The minimum interval between updates of a receiver's last delivery: its row would otherwise become a
 * bottleneck.
 */
const NOTE_EVERY_MS = 5_000;

/**
 * Opens the intake of one process. Deliveries are verified one by one, from their raw bytes, and committed in
 * groups: those that arrive during one transaction go into the next.
 */
export function openIntake({ db, vault, log }: { db: Db; vault: Vault; log: Log }): Intake {
  const receivers = rememberReceivers({ db, vault });
  const isOfBurst = createBurstDetector();
  const countOne = countRejected({ db, log });
  const commit = createBatcher({
    run: async (batch: readonly Verified[]) => {
      const began = performance.now();
      const { stored, unreadable } = await commitDeliveries(db, batch);
      const { deliveries } = metrics();
      deliveries.inc({ outcome: 'stored' }, stored);
      deliveries.inc({ outcome: 'unreadable' }, unreadable);
      deliveries.inc({ outcome: 'repeated' }, batch.length - stored - unreadable);
      log.info('webhooks.committed', { deliveries: batch.length, ms: Math.round(performance.now() - began) });
    },
    size: GROUP_SIZE,
    room: MAX_WAITING,
  });

  return async ({ receiverId, body, signature, now }) => {
    if (!isId('receiver', receiverId)) return 'unknown';
    const until = performance.now() + TIMEOUT_MS;
    const receiver = await receivers.find(receiverId, { now, until });
    if (!receiver) return 'unknown';
    const { secret, lastDeliveryAt, replaces } = receiver;
    if (secret === undefined) return 'not-ready';
    if (!verifyDelivery({ body, signature, secret })) {
      countOne(receiverId, now);
      return 'forged';
    }
    const isNoted = !lastDeliveryAt || now.getTime() - lastDeliveryAt.getTime() >= NOTE_EVERY_MS;
    const notification = readNotification(body);
    const isBurst = notification !== undefined && isOfBurst(notification.id, now);
    const endsRotation = replaces !== null && lastDeliveryAt === null;
    await commit({ receiverId, now, notification, body, isBurst, isNoted, endsRotation }, until);
    if (isNoted) receivers.recordDelivery(receiverId, now);
    return notification ? 'taken' : 'quarantined';
  };
}
