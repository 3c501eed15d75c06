import 'server-only';
import { and, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Db, notify } from '@/lib/db/handle';
import { fullSyncs, schemaState, serviceHealth } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { leadConflicts, quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { pendingEdits } from '@/lib/db/schema/timeline';
import { webhookDeliveries, webhookReceivers } from '@/lib/db/schema/webhooks';
import { LEASE_MS } from '@/lib/jobs/claim';
import { JOBS_WAKE } from '@/lib/jobs/enqueue';

/** Clocks of hosts differ slightly, and are corrected in small steps all the time. */
const SLACK_MS = 10_000;

/**
 * By how much a clock was set back since this moment was stored, in milliseconds; undefined if it was not. A
 * lower bound: the time that passed in between is unknown.
 */
export function setBackBy({ since, now }: { since: Date; now: Date }): number | undefined {
  const ms = since.getTime() - now.getTime();
  return ms > SLACK_MS ? ms : undefined;
}

/** Events with their time columns: they did not happen in our future, so a future time becomes now. */
const HAPPENED: readonly [PgTable, readonly PgColumn[]][] = [
  [submissions, [submissions.attemptedAt, submissions.firstAttemptedAt, submissions.searchFrom]],
  [fullSyncs, [fullSyncs.startedAt, fullSyncs.finishedAt]],
  [webhookDeliveries, [webhookDeliveries.firstAt, webhookDeliveries.lastAt]],
  [
    webhookReceivers,
    [webhookReceivers.lastDeliveryAt, webhookReceivers.lastRejectedAt, webhookReceivers.retiredAt],
  ],
  [pendingEdits, [pendingEdits.at, pendingEdits.savedAt, pendingEdits.missingAt]],
  [quarantinedLeads, [quarantinedLeads.firstAt, quarantinedLeads.lastAt]],
  [leadConflicts, [leadConflicts.foundAt, leadConflicts.dismissedAt]],
  [schemaState, [schemaState.checkedAt]],
  [serviceHealth, [serviceHealth.lastOkAt, serviceHealth.failingSince]],
  [leads, [leads.readStartedAt, leads.confirmedAt]],
  [notices, [notices.at]],
  [people, [people.noticeMailAt]],
];

/**
 * Corrects what was written by a clock that ran ahead: scheduled work is moved earlier by as much as the
 * clock was wrong, and past events in our future are set to now. Order is kept by sequence numbers, not by
 * times, and needs no correction.
 */
export async function correctTimesAhead(tx: Db, { byMs, now }: { byMs: number; now: Date }): Promise<void> {
  await planEarlier(tx, { byMs, now });
  for (const [table, happened] of HAPPENED) {
    const columns = Object.entries(getTableColumns(table)).filter(([, column]) => happened.includes(column));
    const set = columns.map(([name, column]) => [name, noLaterThan(column, now)]);
    const isAhead = or(...happened.map((column) => gt(column, now)));
    await tx.update(table).set(Object.fromEntries(set)).where(isAhead);
  }
}

/** A null must stay null: PostgreSQL's `least` of null and a time is the time. */
function noLaterThan(column: PgColumn, time: Date): SQL {
  const limit = sql.param(time, column);
  return sql`case when ${column} > ${limit} then ${limit} else ${column} end`;
}

/** In the order used by `enqueue`, or the two would deadlock. */
async function planEarlier(tx: Db, { byMs, now }: { byMs: number; now: Date }): Promise<void> {
  const isAhead = and(
    isNull(jobs.deadAt),
    or(gt(jobs.runAt, now), gt(jobs.leaseUntil, now), gt(jobs.requestedAt, now)),
  );
  const inOrder = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(isAhead)
    .orderBy(sql`${jobs.topic} collate "C"`, sql`${jobs.key} collate "C"`)
    .for('update');
  const at = sql.param(now, jobs.runAt);
  const by = sql`${byMs}::double precision * interval '1 millisecond'`;
  // The holder of a lease gets a full lease to send its next heartbeat.
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  await tx
    .update(jobs)
    .set({
      runAt: sql`least(${jobs.runAt}, greatest(${jobs.runAt} - ${by}, ${at}))`,
      requestedAt: noLaterThan(jobs.requestedAt, now),
      leaseUntil: noLaterThan(jobs.leaseUntil, leaseEnd),
    })
    .where(inArray(jobs.id, inOrder));
  await notify(tx, JOBS_WAKE);
}
