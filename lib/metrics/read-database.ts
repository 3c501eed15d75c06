import 'server-only';
import { type AnyColumn, count, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { makeDatabaseMetrics } from '@/lib/core/metrics';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { fullSyncs, serviceHealth, serviceSharedState } from '@/lib/db/schema/connection';
import { heartbeats, jobs } from '@/lib/db/schema/jobs';
import { SUBMISSION_STATES, submissions } from '@/lib/db/schema/submissions';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { listDueJobs, WORKERS } from '@/lib/jobs/queue-state';
import { CALL_CLASSES, msUntil, NOTHING_KNOWN, sharedStateSchema } from '@/lib/service/rate/shared-state';

/** The metrics that the database answers, in three queries. */
export async function readDatabaseMetrics(db: Db, now: Date): Promise<string> {
  const gauges = makeDatabaseMetrics();
  for (const { topic, count, oldest } of await listDueJobs(db, { before: now, now })) {
    gauges.dueJobs.set({ topic }, count);
    gauges.oldestDueJob.set({ topic }, (now.getTime() - oldest.getTime()) / 1_000);
  }
  const found = await countSubmissions(db);
  for (const state of SUBMISSION_STATES) gauges.submissions.set({ state }, found.get(state) ?? 0);
  const single = await readSingle(db, now);
  gauges.deadJobs.set(single.deadJobs);
  gauges.waitingMails.set(single.mails);
  gauges.quarantinedDeliveries.set(single.quarantined);
  gauges.heartbeatAge.set(single.heartbeatAge ?? Number.POSITIVE_INFINITY);
  gauges.fullSyncAge.set(single.fullSyncAge ?? Number.POSITIVE_INFINITY);
  gauges.serviceFailing.set(single.failing ?? 0);
  for (const name of CALL_CLASSES) {
    const waits = single.states.flatMap(({ closedUntil, circuit }) => [
      msUntil(closedUntil[name], now.getTime()),
      msUntil(circuit?.until ?? 0, now.getTime()),
    ]);
    gauges.serviceClosed.set({ class: name }, Math.max(0, ...waits) / 1_000);
  }
  return gauges.registry.metrics();
}

/** Seconds from `time` to `now`; null if there is no such time. */
const secondsSince = (time: SQL | AnyColumn, now: Date) =>
  sql<number | null>`extract(epoch from ${now.toISOString()}::timestamptz - ${time})::float8`;

async function countSubmissions(db: Db) {
  const rows = await db
    .select({ state: submissions.state, count: count() })
    .from(submissions)
    .groupBy(submissions.state);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

const singleSchema = z.object({
  deadJobs: z.number(),
  mails: z.number(),
  quarantined: z.number(),
  heartbeatAge: z.number().nullable(),
  fullSyncAge: z.number().nullable(),
  failing: z.number().nullable(),
  // One row for each API key; nothing is known of what another version of the desk wrote.
  states: z.array(sharedStateSchema.catch(NOTHING_KNOWN)),
});

async function readSingle(db: Db, now: Date) {
  const { rows } = z.object({ rows: z.tuple([singleSchema]) }).parse(
    await db.execute(sql`select
      (select count(*)::int from ${jobs} where dead_at is not null) as "deadJobs",
      (select count(*)::int from ${mails}) as mails,
      (select count(*)::int from ${webhookQuarantine}) as quarantined,
      (select ${secondsSince(sql`at`, now)} from ${heartbeats} where id = ${WORKERS}) as "heartbeatAge",
      (select ${secondsSince(sql`max(finished_at)`, now)} from ${fullSyncs} where state = 'complete')
        as "fullSyncAge",
      (select ${secondsSince(sql`failing_since`, now)} from ${serviceHealth} where id = 'service') as failing,
      (select coalesce(jsonb_agg(state), '[]') from ${serviceSharedState}) as states`),
  );
  return rows[0];
}
