import { setTimeout as pause } from 'node:timers/promises';
import type { LogEntry } from '@/sandbox/model';
import type { Vendor } from '@/tests/support/vendor';

type Delivery = Awaited<ReturnType<Vendor['listDeliveries']>>[number];

/** Everything the service did in a run: it keeps only the last of it, so it is asked all along. */
export type Watch = {
  calls: readonly LogEntry[];
  /** Every delivery by its id, as it was seen last. */
  deliveries: ReadonlyMap<string, Delivery>;
  /** Reads what is still missing, and ends. */
  stop(): Promise<void>;
};

const EVERY_MS = 300;

/** Begins to watch the service, from the call after `since` on. */
export function watchService(vendor: Vendor, { since }: { since: number }): Watch {
  const calls: LogEntry[] = [];
  const deliveries = new Map<string, Delivery>();
  let isOver = false;
  const look = async () => {
    calls.push(...(await vendor.readLog(calls.at(-1)?.seq ?? since)));
    for (const delivery of await vendor.listDeliveries()) deliveries.set(delivery.id, delivery);
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await pause(EVERY_MS);
    }
  })();
  return {
    calls,
    deliveries,
    async stop() {
      isOver = true;
      await watching;
      await look();
    },
  };
}
