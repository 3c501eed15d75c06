import 'server-only';
import { inArray } from 'drizzle-orm';
import type { Vault } from '@/lib/core/crypto';
import type { Db } from '@/lib/db/handle';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { createBatcher } from './batcher';

/** One of our addresses as deliveries need it; without a `secret` until its subscription exists. */
export type CachedReceiver = {
  id: string;
  secret: string | undefined;
  lastDeliveryAt: Date | null;
  /** The address that it replaces, or once replaced. */
  replaces: string | null;
};

/** Our addresses, cached briefly: a burst of deliveries must not read the same row each time. */
export type Receivers = {
  /** @param task.until how long the caller waits, in `performance.now()` milliseconds */
  find(id: string, task: { now: Date; until: number }): Promise<CachedReceiver | undefined>;
  /** Applies what this process has just committed, before the next read. */
  recordDelivery(id: string, at: Date): void;
};

/** How long a row may be cached, in milliseconds: an admin's change takes effect everywhere after this. */
const REMEMBERED_MS = 2_000;

/** Caches only complete addresses: one that is unknown, or has no secret yet, may exist the next moment. */
export function rememberReceivers({ db, vault }: { db: Db; vault: Vault }): Receivers {
  const known = new Map<string, { receiver: CachedReceiver; readAt: number }>();
  // Guessed addresses must not occupy more than one connection.
  const read = createBatcher({
    run: (ids: readonly string[]) => readReceivers(db, ids),
    size: 500,
    room: 5_000,
  });

  return {
    async find(id, { now, until }) {
      const remembered = known.get(id);
      const age = remembered ? now.getTime() - remembered.readAt : Number.NaN;
      // A clock that was set back makes ages negative: those are not trusted.
      if (remembered && age >= 0 && age < REMEMBERED_MS) return remembered.receiver;
      known.delete(id);
      const row = (await read(id, until)).find((one) => one.id === id);
      if (!row) return undefined;
      const receiver = { ...row, secret: row.secret ? vault.open(row.secret) : undefined };
      if (receiver.secret) known.set(id, { receiver, readAt: now.getTime() });
      return receiver;
    },
    recordDelivery(id, at) {
      const remembered = known.get(id);
      if (remembered) remembered.receiver.lastDeliveryAt = at;
    },
  };
}

function readReceivers(db: Db, ids: readonly string[]) {
  return db
    .select({
      id: webhookReceivers.id,
      secret: webhookReceivers.secret,
      lastDeliveryAt: webhookReceivers.lastDeliveryAt,
      replaces: webhookReceivers.replaces,
    })
    .from(webhookReceivers)
    .where(inArray(webhookReceivers.id, [...new Set(ids)]));
}
