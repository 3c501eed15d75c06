import { setTimeout } from 'node:timers/promises';
import { getServiceClient } from '@/lib/connection/client';
import { database } from '@/lib/db/handle';
import type { ServiceClient } from '@/lib/service/client';
import { FULL_SYNC, FULL_SYNC_KEY, runFullSync } from '@/lib/sync/full-sync';

/**
 * The desk's side of `npm run bench -- full-sync`: a separate process, so that its memory can be measured. It
 * runs the full sync's job as the worker does, twice, and sends what each full sync took.
 */

/** What one full sync took: milliseconds in all, of these in `listLeads` and waiting for its next run; and memory. */
export type FullSyncCost = {
  ms: number;
  listingMs: number;
  restingMs: number;
  calls: number;
  rssBefore: number;
  rssPeak: number;
};

const EVERY_MINUTES = 15;
const clock = () => new Date();

async function fullSyncOnce(service: ServiceClient): Promise<FullSyncCost> {
  const { db } = await database();
  const began = performance.now();
  const cost = {
    ms: 0,
    listingMs: 0,
    restingMs: 0,
    calls: 0,
    rssBefore: process.memoryUsage.rss(),
    rssPeak: 0,
  };
  const timed: ServiceClient = {
    ...service,
    async listLeads(page) {
      const asked = performance.now();
      cost.calls += 1;
      return service.listLeads(page).finally(() => {
        cost.listingMs += performance.now() - asked;
        cost.rssPeak = Math.max(cost.rssPeak, process.memoryUsage.rss());
      });
    },
  };
  const counters = { generation: 1, requestedAt: clock(), requestedOrder: 0, failures: 0 };
  for (let attempts = 1; ; ) {
    const job = {
      id: 1,
      topic: FULL_SYNC,
      key: FULL_SYNC_KEY,
      payload: {},
      priority: 1,
      lease: 'bench',
      attempts,
      ...counters,
    };
    const task = { service: timed, job, clock, random: Math.random(), everyMinutes: EVERY_MINUTES };
    const outcome = await runFullSync(db, task);
    if (outcome.kind !== 'repeat' && outcome.kind !== 'again')
      throw new Error('The full sync ended for good.');
    const restMs = outcome.at.getTime() - Date.now();
    if (outcome.kind === 'repeat' && restMs > 60_000) break;
    attempts = outcome.kind === 'again' ? attempts + 1 : 1;
    cost.restingMs += Math.max(0, restMs);
    await setTimeout(Math.max(0, restMs));
  }
  return { ...cost, ms: performance.now() - began };
}

// The parent is gone: nothing else would end this process.
process.once('disconnect', () => process.exit());
const service = await getServiceClient();
const costs = [await fullSyncOnce(service), await fullSyncOnce(service)];
await (await database()).close();
process.send?.(costs);
