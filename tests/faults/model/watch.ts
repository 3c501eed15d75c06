import { setTimeout as pause } from 'node:timers/promises';
import type { LogEntry } from '@/sandbox/model';
import type { Vendor } from '@/tests/support/vendor';

type Delivery = Awaited<ReturnType<Vendor['listDeliveries']>>[number];

/** Everything the service did in a run, polled continuously because it keeps only the recent part. */
export type Watch = {
  calls: readonly LogEntry[];
  /** Every delivery by its id, in its last known state. */
  deliveries: ReadonlyMap<string, Delivery>;
  /** Reads the remaining entries, and stops. */
  stop(): Promise<void>;
};

const EVERY_MS = 300;

/** Starts watching the service, from the call after `since` on. */
export function watchService(vendor: Vendor, { since }: { since: number }): Watch {
  const calls: LogEntry[] = [];
  const deliveries = new Map<string, Delivery>();
  let isOver = false;
  const poll = async () => {
    calls.push(...(await vendor.readLog(calls.at(-1)?.seq ?? since)));
    for (const delivery of await vendor.listDeliveries()) deliveries.set(delivery.id, delivery);
  };
  const watching = (async () => {
    while (!isOver) {
      await poll();
      await pause(EVERY_MS);
    }
  })();
  return {
    calls,
    deliveries,
    async stop() {
      isOver = true;
      await watching;
      await poll();
    },
  };
}
