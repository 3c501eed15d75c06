import type { Page } from '@playwright/test';
import { DEMO } from '@/sandbox/demo';
import type { Stack } from '@/scripts/lib/stack';
import { type Vendor, type VendorLead, vendorAt } from '@/tests/support/vendor';
import { LIVE_MEDIAN_MS } from './budgets';
import { median, p90, report } from './report';
import { withPage } from './with-page';

const ROUNDS = 30;
const LATENCY_MS = 20;
/** Two unknown statuses, which the desk shows as received. */
const STATUSES = ['bench-left', 'bench-right'] as const;

/**
 * `npm run bench -- live`: from the moment the service makes a delivery to the changed row in a real browser.
 * The service waits 20 ms before each delivery and each answer; both are part of the figure.
 */
export async function benchLive({ deskUrl, sandboxUrl }: Stack): Promise<boolean> {
  const vendor = vendorAt(sandboxUrl);
  return withPage({ deskUrl, person: 'Ines Carvalho' }, async (page) => {
    const lead = await newestLead(vendor);
    await page.goto('/leads');
    await page.getByText(String(lead.lastName)).first().waitFor();
    await waitUntilSubscribed(vendor);
    await vendor.setFaults({ latencyMs: LATENCY_MS });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await measureRound({ page, vendor, lead, status: STATUSES[round % 2] ?? STATUSES[0] }));
    }
    console.log(
      `  ${ROUNDS} changes, service latency ${LATENCY_MS} ms, fastest ${Math.min(...times)} ms, slowest ${Math.max(...times)} ms`,
    );
    console.log(
      `  ratio of the median to one answer of the service: ${(median(times) / LATENCY_MS).toFixed(1)}`,
    );
    return report([
      { name: 'delivery -> changed row, median', measured: median(times), limit: LIVE_MEDIAN_MS, unit: 'ms' },
      { name: 'delivery -> changed row, p90', measured: p90(times), limit: 2 * LIVE_MEDIAN_MS, unit: 'ms' },
    ]);
  });
}

async function measureRound(round: {
  page: Page;
  vendor: Vendor;
  lead: VendorLead;
  status: string;
}): Promise<number> {
  const { page, vendor, lead, status } = round;
  const before = new Set((await vendor.listDeliveries()).map(({ id }) => id));
  // Two steps: the watch must be in place before the change is made.
  const watch = await page.evaluateHandle(watchRow, { name: String(lead.lastName), status });
  await vendor.changeLead(lead.id, { status });
  const shownAt = await watch.evaluate(({ shown }) => shown);
  const deliveries = (await vendor.listDeliveries()).filter(
    ({ id, leadId }) => leadId === lead.id && !before.has(id),
  );
  const [delivery] = deliveries;
  if (!delivery) throw new Error('The change made no delivery.');
  return shownAt - Date.parse(delivery.createdAt);
}

/** Runs in the page: the instant at which the row of `name` first says `status`. */
function watchRow({ name, status }: { name: string; status: string }): { shown: Promise<number> } {
  const says = () =>
    [...document.querySelectorAll('tr')].some(
      ({ textContent }) => textContent?.includes(name) && textContent.includes(status),
    );
  const shown = new Promise<number>((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (!says()) return;
      observer.disconnect();
      resolve(Date.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => reject(new Error(`The row of ${name} never said ${status}.`)), 15_000);
  });
  return { shown };
}

/** The first lead on the dashboard of the first organization's manager. */
async function newestLead(vendor: Vendor): Promise<VendorLead> {
  const own = (await vendor.listLeads()).filter(
    ({ partnerOrganizationId }) => partnerOrganizationId === DEMO.organizations[0].id,
  );
  const [newest] = own.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  if (!newest) throw new Error('The portal has no leads.');
  return newest;
}

/** Deliveries made before the desk subscribed would not arrive. */
async function waitUntilSubscribed(vendor: Vendor): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await vendor.listSubscriptions()).some(({ topic }) => topic === 'lead/update')) {
    if (Date.now() > deadline) throw new Error('The desk did not subscribe to lead/update.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
