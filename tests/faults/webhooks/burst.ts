import { setTimeout as pause } from 'node:timers/promises';
import type { VendorLead } from '@/tests/support/vendor';
import { delivererOf, type Receipt } from '../../support/desk/deliver';
import type { Desk } from '../../support/desk/desk';
import { untilQuiet } from '../../support/desk/quiet';
import { readsOf } from './portal-lead';

/** The result of a burst. `tookMs`: to its last answer. `quietAfterMs`: from then until no work was left. */
export type BurstOutcome = {
  receipts: Receipt[];
  p99Ms: number;
  reads: number;
  tookMs: number;
  quietAfterMs: number;
};

/** As many as the service delivers in parallel. */
const AT_ONCE = 64;

/**
 * Changes leads in the portal, and then delivers this many changes of them, each as a separate event, to all
 * web processes: at a steady rate over the given seconds, or slower if the desk keeps the service waiting.
 */
export async function sendBurst(
  desk: Desk,
  { leads, events, seconds }: { leads: number; events: number; seconds: number },
): Promise<BurstOutcome> {
  const changed = await changeQuietly(desk, leads);
  const since = await desk.vendor.logSeq();
  const deliver = delivererOf(desk);
  const began = performance.now();
  const receipts: Receipt[] = [];
  let next = 0;
  const sendInTurn = async () => {
    for (let index = next++; index < events; index = next++) {
      const waitMs = began + (index / events) * seconds * 1_000 - performance.now();
      if (waitMs > 1) await pause(waitMs);
      const lead = changed[index % changed.length];
      const web = desk.webs[index % desk.webs.length];
      if (lead && web) receipts.push(await deliver(web, eventOf(lead, Math.floor(index / changed.length))));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
  const last = performance.now();
  await untilQuiet(desk);
  const quietAfterMs = performance.now() - last;
  const ms = receipts.map((receipt) => receipt.ms).sort((one, other) => one - other);
  const p99Ms = ms[Math.floor(ms.length * 0.99)] ?? 0;
  return { receipts, p99Ms, tookMs: last - began, quietAfterMs, reads: await readsOf(desk, { since }) };
}

/** Without webhooks, so that the desk learns of it only from the burst. */
async function changeQuietly({ vendor }: Desk, count: number): Promise<VendorLead[]> {
  await vendor.setFaults({ holdDeliveries: true });
  const leads = (await vendor.listLeads()).slice(0, count);
  const changed: VendorLead[] = [];
  for (const { id } of leads) changed.push(await vendor.changeLead(id, { status: 'qualified', value: 4711 }));
  await vendor.dropDeliveries();
  await vendor.setFaults({ holdDeliveries: false });
  return changed;
}

/** A separate change, none later than the last, so that a read shows all of them. */
function eventOf({ id, updatedAt }: VendorLead, number: number) {
  const timestamp = new Date(Date.parse(updatedAt) - number).toISOString();
  return { id, topic: 'lead/update' as const, timestamp };
}
