import 'server-only';
import { asc, gt, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { answerSpans } from '@/lib/db/schema/answer-clock';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { enqueue } from '@/lib/jobs/enqueue';
import { DONE, type JobOutcome } from '@/lib/jobs/job';

/** The topic of the job that measures what happened before this desk did. */
export const ANSWER_TIMES_FILL = 'leads.fill-answer-times';
const KEY = 'all';

/** The leads of one transaction. */
const BATCH = 200;
/** A process that shuts down waits no longer than that; other jobs of the lane get their turn. */
const RUN_MS = 3_000;

/** The last lead whose history is measured, in the order of their ids; null once all are. */
const FILLED = {
  name: 'answer-times.filled',
  schema: z.object({ filledTo: z.string().nullable() }),
} as const;

async function readFilledTo(db: Db): Promise<string | null> {
  const stored = await readSetting(db, FILLED);
  return stored ? stored.value.filledTo : '';
}

/** Requests the job, unless it is done. */
export async function ensureAnswerTimes(db: Db, now: Date): Promise<void> {
  if ((await readFilledTo(db)) === null) return;
  await enqueue(db, { topic: ANSWER_TIMES_FILL, key: KEY, runAt: now });
}

/**
 * Measures the history of all leads from before the triggers did. Runs for a few seconds, notes how far it got, and runs
 * again until all are. What was measured already, by it or a trigger, is not measured again.
 */
export async function fillAnswerTimes(db: Db, { clock }: { clock: () => Date }): Promise<JobOutcome> {
  const startedAt = clock().getTime();
  for (let filledTo = await readFilledTo(db); filledTo !== null; ) {
    if (clock().getTime() - startedAt > RUN_MS) return { kind: 'repeat', at: clock() };
    filledTo = await fillBatch(db, filledTo);
    await writeSetting(db, FILLED, { value: { filledTo }, now: clock() });
  }
  return DONE;
}

/** @returns the last id of the batch; null if there are no more leads */
async function fillBatch(db: Db, filledTo: string): Promise<string | null> {
  const batch = await db
    .select({ id: leads.id })
    .from(leads)
    .where(gt(leads.id, filledTo))
    .orderBy(asc(leads.id))
    .limit(BATCH);
  const ids = batch.map(({ id }) => id);
  const done = await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(inArray(leads.id, ids))
      .for('update', { skipLocked: true });
    const free = rows.map(({ id }) => id);
    await measure(tx, free);
    return new Set(free);
  });
  // Leads that are being written: one by one, because who waits for one lead while holding another may deadlock.
  for (const id of ids.filter((one) => !done.has(one))) {
    await db.transaction(async (tx) => {
      await tx
        .select({ id: leads.id })
        .from(leads)
        .where(inArray(leads.id, [id]))
        .for('update');
      await measure(tx, [id]);
    });
  }
  return batch.length < BATCH ? null : (ids.at(-1) ?? null);
}

/** What the trigger on `leads` would have done with these, as far as their history tells. */
async function measure(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const changes = changesOf(ids);
  await tx.execute(sql`
    with changes as ${changes}
    insert into ${answerSpans} (lead_id, kind, organization_id, agent_id, status, ended_at, week, bucket)
    select lead_id, kind, organization_id, agent_id, status, at, date_trunc('week', at at time zone 'UTC')::date,
      answer_bucket(greatest(at - began, interval '0'))
    from (
      select lead_id, organization_id, agent_id, at, 'answer' as kind, '' as status, came as began
      from changes where is_answer
      union all
      select lead_id, organization_id, agent_id, at, 'status', left_status, entered_at
      from changes where at > entered_at
    ) as measured
    on conflict do nothing`);
  await tx.execute(sql`
    with changes as ${changes}, filled as (
      select l.id,
        coalesce(least(l.answered_at, first.at), case when l.status not in ('pending', '') then l.status_since end) as answered_at,
        l.since_known or case when last.at is null
          then answer_clock_is_whole(l.status, coalesce(l.portal_created_at, l.submitted_here_at), l.first_seen_at)
          else last.at = l.status_since and last.entered = l.status end as since_known
      from ${leads} l
      left join changes first on first.lead_id = l.id and first.place = 1
      left join lateral (
        select at, entered from changes where lead_id = l.id order by place desc limit 1
      ) last on true
      where l.id in ${ids}
    )
    update ${leads} set answered_at = filled.answered_at, since_known = filled.since_known
    from filled where leads.id = filled.id
      and (leads.answered_at, leads.since_known) is distinct from (filled.answered_at, filled.since_known)`);
}

/**
 * The known changes of status, each with when the lead entered the status that it left, if that is known. A change
 * dated like the lead itself has no time of its own: the portal told none.
 */
function changesOf(ids: readonly string[]) {
  return sql`(
    select lead_id, organization_id, agent_id, at, left_status, place, entered, came, is_whole as is_answer,
      case when is_whole then came when was = left_status then was_at end as entered_at
    from (
      select t.lead_id, t.organization_id, t.agent_id, t.at, t.detail->>'from' as left_status,
        t.detail->>'to' as entered, row_number() over history as place,
        lag(t.detail->>'to') over history as was, lag(t.at) over history as was_at,
        coalesce(l.portal_created_at, l.submitted_at) as came,
        row_number() over history = 1 and answer_clock_is_whole(
          t.detail->>'from', coalesce(l.portal_created_at, l.submitted_here_at), l.first_seen_at) as is_whole
      from ${timeline} t join ${leads} l on l.id = t.lead_id
      where t.lead_id in ${ids} and t.kind = 'status-changed' and t.at is distinct from l.portal_created_at
        and t.detail->>'from' <> '' and t.detail->>'to' <> ''
      window history as (partition by t.lead_id order by t.id)
    ) as told)`;
}
