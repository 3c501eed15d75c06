import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../support/desk/desk';

/**
 * Changes one lead after the other in the portal, `perSecond` a second, each with a webhook: it causes as many
 * reads as changes. Resolves after the given seconds with the number of changes.
 */
export async function demandReads(
  { vendor }: Desk,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number> {
  const leads = await vendor.listLeads();
  const began = performance.now();
  const count = Math.round(perSecond * seconds);
  for (let index = 0; index < count; index += 1) {
    const waitMs = began + (index / perSecond) * 1_000 - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const lead = leads[index % leads.length];
    if (lead) await vendor.changeLead(lead.id, { value: 1 + index });
  }
  return count;
}
