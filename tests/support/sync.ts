import 'server-only';
import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { webhookDeliveries } from '@/lib/db/schema/webhooks';
import type { ClaimedJob } from '@/lib/jobs/job';
import { applyLead } from '@/lib/leads/apply';
import { saveOmittedFields } from '@/lib/leads/partial-rows';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { FULL_SYNC, FULL_SYNC_KEY, runFullSync } from '../../lib/sync/full-sync';
import { LEAD_REFRESH, refreshLead } from '../../lib/sync/refresh';
import { makeLead } from './rows';

/** A job as the worker would run it, requested at `requestedAt`. */
export function claimedJob(job: Pick<ClaimedJob, 'topic' | 'key'> & Partial<ClaimedJob>): ClaimedJob {
  const counters = { generation: 1, requestedAt: new Date(), requestedOrder: 0, attempts: 1, failures: 0 };
  return { id: 1, payload: {}, priority: 1, lease: 'lease', ...counters, ...job };
}

/** The full syncs of one database, with their own clock: each run of the job is a minute after the previous one. */
export function fullSyncsOf(db: Db) {
  let now = new Date();
  return {
    now: () => now,
    /** One run of the job; `secondsPerLook` is how far the clock advances each time the job reads it. */
    run(service: ServiceClient, { attempts = 1, secondsPerLook = 0 } = {}) {
      now = new Date(now.getTime() + 60_000);
      const clock = () => {
        now = new Date(now.getTime() + secondsPerLook * 1_000);
        return now;
      };
      const job = claimedJob({ topic: FULL_SYNC, key: FULL_SYNC_KEY, attempts });
      return runFullSync(db, { service, job, clock, random: 0, everyMinutes: 15 });
    },
    inFifteenMinutes: () => ({ kind: 'repeat', at: new Date(now.getTime() + 15 * 60_000) }),
    last: async () => (await db.select().from(fullSyncs).orderBy(desc(fullSyncs.startedOrder)).limit(1))[0],
    all: () => db.select().from(fullSyncs).orderBy(fullSyncs.startedOrder),
    alive: () => db.$count(leads, isNull(leads.deletedAt)),
    /** Ids of the leads to be read individually. */
    suspects: async () =>
      (await db.select().from(jobs).where(eq(jobs.topic, LEAD_REFRESH))).map(({ key }) => key).sort(),
    /** Handles the suspects as the worker does, as long after the full sync as the last read of a lead. */
    async readSuspects(service: ServiceClient) {
      const asked = now;
      now = new Date(now.getTime() + 200_000);
      for (const job of await db.delete(jobs).where(eq(jobs.topic, LEAD_REFRESH)).returning()) {
        const { key, payload, topic, requestedOrder } = job;
        const claimed = claimedJob({ topic, key, payload, requestedOrder, requestedAt: asked });
        await refreshLead(db, { service, job: claimed, clock: () => now, random: 0 });
      }
    },
    /** Leads that the mirror holds and the service does not list. */
    async addUnlisted(count: number) {
      for (let n = 0; n < count; n += 1) {
        const lead = makeLead({ id: `unlisted-${n}` });
        await applyLead(db, {
          lead,
          readStart: await startRead(db, now),
          labelOf: (id) => ({ label: id }),
        });
      }
    },
    /** The state before the first full sync of a portal whose list is known to contain all of its leads. */
    async forgetAll() {
      await saveOmittedFields(db, [], now);
      for (const table of [leads, jobs, fullSyncs, quarantinedLeads]) await db.delete(table);
    },
  };
}

/** A verified delivery, or a repeat of one, as the webhook's route stores it. */
export async function addDelivery(
  db: Db,
  event: { topic: string; leadId: string; timestamp: Date | string; receivedAt: Date },
): Promise<void> {
  const { topic, leadId, receivedAt } = event;
  const timestamp = event.timestamp instanceof Date ? event.timestamp.toISOString() : event.timestamp;
  const seen = { firstAt: receivedAt, lastAt: receivedAt };
  const { count } = webhookDeliveries;
  await db
    .insert(webhookDeliveries)
    .values({ receiverId: 'rcv', topic, leadId, timestamp, ...seen })
    .onConflictDoUpdate({
      target: [webhookDeliveries.topic, webhookDeliveries.leadId, webhookDeliveries.timestamp],
      set: { count: sql`${count} + 1`, lastAt: receivedAt },
    });
}
