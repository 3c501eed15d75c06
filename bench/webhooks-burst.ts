import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { leads } from '@/lib/db/schema/leads';
import { readState } from '@/sandbox/store';
import { freePort } from '@/scripts/lib/ports';
import { startSandboxProcess } from '@/scripts/lib/stack-processes';
import type { Engine } from '@/tests/support/desk/stacks';
import { type Vendor, type VendorLead, vendorAt } from '@/tests/support/vendor';
import { BURST_P99_MS, BURST_READS } from './budgets';
import { type Home, inDatabase, startDesk, startSender, withHomes } from './webhooks-processes';

const EVENTS = 10_000;
const LEADS = 101;
/** How often each lead changes while the events arrive. */
const CHANGES = 3;
/** How soon after the last event the mirror must be correct. */
const SETTLED_MS = 5_000;

/**
 * Part of `npm run bench -- webhooks`: ten thousand events on a hundred changing leads, against a whole desk with
 * its worker. Every answer must be 200, the service must get at most a few hundred reads, and soon after the last
 * event the mirror must equal the service.
 */
export async function benchBurst(engine: Engine): Promise<boolean> {
  return withHomes(engine, async (newHome) => {
    const home = await newHome();
    const dataFile = join(home.DATA_DIR, 'sandbox.json');
    const port = await freePort();
    const sandbox = await startSandboxProcess({
      port,
      dataFile,
      logFile: join(home.DATA_DIR, 'sandbox.log'),
    });
    const vendor = vendorAt(`http://127.0.0.1:${port}`);
    const desk = await startDesk(home, { serviceUrl: vendor.url });
    const sender = startSender();
    try {
      const subscription = await waitForSubscription(vendor, dataFile);
      await waitUntilIdle(vendor);
      const chosen = (await vendor.listLeads()).slice(0, LEADS);
      // We send the events ourselves; those of the service would be additional.
      await vendor.setFaults({ holdDeliveries: true });
      const before = await vendor.logSeq();
      const load = {
        address: subscription.url,
        method: 'POST',
        status: 200,
        secret: subscription.signingSecret,
        leadIds: chosen.map(({ id }) => id),
        connections: 64,
        ms: 120_000,
      } as const;
      const [first] = await Promise.all([
        sender.send({ ...load, name: 'burst', count: EVENTS - LEADS }),
        changeAll(vendor, chosen),
      ]);
      const last = await sender.send({ ...load, name: 'last', count: LEADS });
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      await desk.stop();
      const reads = (await vendor.readLog(before)).filter(({ route }) => route === 'read').length;
      const unequal = await countUnequal(home, vendor, chosen);
      return tell({ first, wrong: { ...first.wrong, ...last.wrong }, reads, unequal });
    } finally {
      await sender.stop();
      await desk.stop();
      await sandbox.stop();
    }
  });
}

/** The subscription with its secret, which is only in the service's own file. */
async function waitForSubscription(vendor: Vendor, dataFile: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const state = (await vendor.listSubscriptions()).length === 3 ? await readState(dataFile) : undefined;
    const found = state?.subscriptions.find(({ topic }) => topic === 'lead/update');
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The desk did not subscribe to lead/update.');
}

/** Waits for the first full sync: its many reads are not part of the burst. */
async function waitUntilIdle(vendor: Vendor): Promise<void> {
  for (let seen = -1; ; ) {
    const calls = await vendor.logSeq();
    if (calls === seen) return;
    seen = calls;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
}

async function changeAll(vendor: Vendor, chosen: readonly VendorLead[]): Promise<void> {
  for (let change = 1; change <= CHANGES; change += 1) {
    for (const { id } of chosen) await vendor.changeLead(id, { status: `bench-${change}` });
  }
}

async function countUnequal(home: Home, vendor: Vendor, chosen: readonly VendorLead[]): Promise<number> {
  const ids = chosen.map(({ id }) => id);
  const truth = (await vendor.listLeads()).filter(({ id }) => ids.includes(id));
  const rows = await inDatabase(home, ({ db }) =>
    db
      .select({ id: leads.id, status: leads.status, updatedAt: leads.serviceUpdatedAt })
      .from(leads)
      .where(inArray(leads.id, ids)),
  );
  const mirrored = new Map(rows.map((row) => [row.id, row]));
  return truth.filter(({ id, status, updatedAt }) => {
    const row = mirrored.get(id);
    return row?.status !== status || row.updatedAt?.getTime() !== Date.parse(updatedAt);
  }).length;
}

function tell({
  first,
  wrong,
  reads,
  unequal,
}: {
  first: { rate: number; p50: number; p99: number };
  wrong: Record<string, number>;
  reads: number;
  unequal: number;
}): boolean {
  const wrongCount = Object.values(wrong).reduce((sum, count) => sum + count, 0);
  console.log(
    `  burst of ${EVENTS} events on ${LEADS} leads: ${first.rate.toFixed(0)} per second, ` +
      `p50 ${first.p50.toFixed(0)} ms, p99 ${first.p99.toFixed(0)} ms (at most ${BURST_P99_MS})`,
  );
  console.log(`  answers that are not 200: ${wrongCount}${wrongCount ? ` ${JSON.stringify(wrong)}` : ''}`);
  console.log(`  reads of the service: ${reads} (at most ${BURST_READS})`);
  console.log(
    `  leads that differ from the service ${SETTLED_MS / 1_000} s after the last event: ${unequal}`,
  );
  return wrongCount === 0 && reads <= BURST_READS && unequal === 0 && first.p99 <= BURST_P99_MS;
}
