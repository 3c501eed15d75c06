import 'server-only';
import type { Vault } from '@/lib/core/crypto';
import { isId } from '@/lib/core/ids';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { createBatcher } from './batcher';
import { createBurstDetector } from './burst-detector';
import { commitDeliveries, type Verified } from './commit';
import { readNotification } from './notification';
import { rememberReceivers } from './receivers';
import { countRefusals } from './refusals';
import { type SentSignatures, verifyDelivery } from './verify';

/**
 * How a delivery was handled. `unknown`: no such address. `not-ready`: the address is ours but its secret is not
 * there yet. `forged`: the signature proves nothing. `taken`: committed; `quarantined`: kept as bytes.
 */
export type Reception = 'unknown' | 'not-ready' | 'forged' | 'taken' | 'quarantined';

/** One request as it reached us (interface 6). */
export type Delivery = { receiverId: string; body: Uint8Array; sent: SentSignatures; now: Date };

/**
 * Takes one delivery in and says what it came to. Never calls the service.
 *
 * @throws if it is not known to be committed in time: the caller must not answer 200, and it must come again
 */
export type Intake = (delivery: Delivery) => Promise<Reception>;

/** A delivery is answered within this many milliseconds, whatever the database does. */
const TIMEOUT_MS = 3_500;
/** Few enough that the next ones are read while these are committed, and enough that a commit costs each little. */
const GROUP_SIZE = 50;
const MAX_WAITING = 5_000;
/** A receiver's last delivery is written down at most this often: it would be a row that everybody waits for. */
const NOTE_EVERY_MS = 5_000;

/**
 * Opens the intake of one process. Deliveries are verified one by one, from their raw bytes, and committed in
 * groups: what arrives while one transaction is under way goes into the next.
 */
export function openIntake({ db, vault, log }: { db: Db; vault: Vault; log: Log }): Intake {
  const receivers = rememberReceivers({ db, vault });
  const isOfBurst = createBurstDetector();
  const countRefusal = countRefusals({ db, log });
  const commit = createBatcher({
    run: async (group: readonly Verified[]) => {
      const began = performance.now();
      await commitDeliveries(db, group);
      log.info('webhooks.committed', { deliveries: group.length, ms: Math.round(performance.now() - began) });
    },
    size: GROUP_SIZE,
    room: MAX_WAITING,
  });

  return async ({ receiverId, body, sent, now }) => {
    if (!isId('receiver', receiverId)) return 'unknown';
    const until = performance.now() + TIMEOUT_MS;
    const receiver = await receivers.find(receiverId, { now, until });
    if (!receiver) return 'unknown';
    const { secrets, legacyAllowed, lastDeliveryAt, replaces } = receiver;
    if (secrets.length === 0) return 'not-ready';
    const verdict = verifyDelivery({ body, sent, secrets, legacyAllowed });
    if (verdict === 'none') {
      countRefusal(receiverId, now);
      return 'forged';
    }
    const endsLegacy = legacyAllowed && verdict === 'v2';
    // The service never goes back from v2: a sender that does is not the service.
    if (endsLegacy) receivers.learn(receiverId, { legacyAllowed: false });
    const isNoted = !lastDeliveryAt || now.getTime() - lastDeliveryAt.getTime() >= NOTE_EVERY_MS;
    const notification = readNotification(body);
    const isBurst = notification !== undefined && isOfBurst(notification.id, now);
    const endsRotation = replaces !== null && lastDeliveryAt === null;
    const flags = { isBurst, isNoted, endsLegacy, endsRotation };
    await commit({ receiverId, now, notification, body, ...flags }, until);
    if (isNoted) receivers.learn(receiverId, { lastDeliveryAt: now });
    return notification ? 'taken' : 'quarantined';
  };
}
