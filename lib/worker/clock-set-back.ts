import 'server-only';
import { and, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Db, notify } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { leadConflicts, leads, pendingEdits, unappliedLeads } from '@/lib/db/schema/leads';
import { schemaState, serviceHealth, sweeps } from '@/lib/db/schema/portal';
import { submissions } from '@/lib/db/schema/submissions';
import { webhookDeliveries, webhookReceivers } from '@/lib/db/schema/webhooks';
import { LEASE_MS } from '@/lib/jobs/claim';
import { JOBS_WAKE } from '@/lib/jobs/enqueue';

/** Clocks of hosts differ a little, and are set right in small steps all the time. */
const SLACK_MS = 10_000;

/**
 * By how much a clock was set back since this moment was written down, in milliseconds; undefined if it was not. It is
 * no more than that: nobody knows how much time passed in between.
 */
export function setBackBy({ since, now }: { since: Date; now: Date }): number | undefined {
  const ms = since.getTime() - now.getTime();
  return ms > SLACK_MS ? ms : undefined;
}

/** What happened, with the column that says when: it did not happen in our future, so it counts as of now. */
const HAPPENED: readonly [PgTable, readonly PgColumn[]][] = [
  [submissions, [submissions.attemptedAt, submissions.firstAttemptedAt, submissions.searchFrom]],
  [sweeps, [sweeps.startedAt, sweeps.finishedAt]],
  [webhookDeliveries, [webhookDeliveries.firstAt, webhookDeliveries.lastAt]],
  [
    webhookReceivers,
    [webhookReceivers.lastDeliveryAt, webhookReceivers.lastRefusedAt, webhookReceivers.retiredAt],
  ],
  [pendingEdits, [pendingEdits.at, pendingEdits.savedAt, pendingEdits.missingAt]],
  [unappliedLeads, [unappliedLeads.firstAt, unappliedLeads.lastAt]],
  [leadConflicts, [leadConflicts.foundAt, leadConflicts.dismissedAt]],
  [schemaState, [schemaState.checkedAt]],
  [serviceHealth, [serviceHealth.lastOkAt, serviceHealth.failingSince]],
  [leads, [leads.readStartedAt, leads.confirmedAt]],
];

/**
 * Corrects what was written by a clock that ran ahead: work that would wait until that time comes is due as much
 * earlier as the clock was wrong, and what seems to lie in our future happened now at the latest. What came first is
 * kept by sequence numbers and not by times, and needs no correction.
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

/** What did not happen stays so: PostgreSQL's `least` of null and a time is the time. */
function noLaterThan(column: PgColumn, time: Date): SQL {
  const limit = sql.param(time, column);
  return sql`case when ${column} > ${limit} then ${limit} else ${column} end`;
}

/** In the order of those who ask for work, or the two would wait for each other. */
async function planEarlier(tx: Db, { byMs, now }: { byMs: number; now: Date }): Promise<void> {
  const isAhead = and(
    isNull(jobs.deadAt),
    or(gt(jobs.runAt, now), gt(jobs.leaseUntil, now), gt(jobs.askedAt, now)),
  );
  const inOrder = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(isAhead)
    .orderBy(sql`${jobs.topic} collate "C"`, sql`${jobs.key} collate "C"`)
    .for('update');
  const at = sql.param(now, jobs.runAt);
  const by = sql`${byMs}::double precision * interval '1 millisecond'`;
  // Who holds a lease has as long as ever to say that it is still at work.
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  await tx
    .update(jobs)
    .set({
      runAt: sql`least(${jobs.runAt}, greatest(${jobs.runAt} - ${by}, ${at}))`,
      askedAt: noLaterThan(jobs.askedAt, now),
      leaseUntil: noLaterThan(jobs.leaseUntil, leaseEnd),
    })
    .where(inArray(jobs.id, inOrder));
  await notify(tx, JOBS_WAKE);
}
