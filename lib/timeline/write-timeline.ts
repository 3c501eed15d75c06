import 'server-only';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { timeline } from '@/lib/db/schema/timeline';

/** An entry of a lead's or a submission's history. */
export type TimelineEntry = typeof timeline.$inferInsert;

/** The kinds of entries that somebody may be notified of. */
const NOTIFIED = [
  'status-changed',
  'fields-changed',
  'reassigned',
  'first-seen',
  'refused',
  'accepted',
] as const satisfies TimelineEntry['kind'][];

/**
 * Writes entries of the history, and notifies those who may see the lead or submission then. Everything that enters the
 * history is written here.
 *
 * @param tx the transaction of the change that the entries tell of
 */
export async function writeTimeline(tx: Db, entries: readonly TimelineEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const written = await tx
    .insert(timeline)
    .values([...entries])
    .returning({ id: timeline.id, kind: timeline.kind });
  await notifyOf(tx, written);
}

/** Gives entries that have no owner yet, because the list of leads omits it, their owner, and notifies that one. */
export async function giveTimelineOwner(
  tx: Db,
  { leadId, organizationId, agentId }: { leadId: string; organizationId: string; agentId: string },
): Promise<void> {
  const owned = await tx
    .update(timeline)
    .set({ organizationId, agentId })
    .where(and(sql`${timeline.leadId} = ${leadId}`, sql`${timeline.organizationId} = ''`))
    .returning({ id: timeline.id, kind: timeline.kind });
  await notifyOf(tx, owned);
}

type Written = Pick<typeof timeline.$inferSelect, 'id' | 'kind'>;

async function notifyOf(tx: Db, written: readonly Written[]): Promise<void> {
  const isNotified = (kind: Written['kind']) => NOTIFIED.some((one) => one === kind);
  const ids = written.filter(({ kind }) => isNotified(kind)).map(({ id }) => id);
  if (ids.length === 0) return;
  const entries = inArray(sql`e.id`, ids);
  await tx.execute(notify(entries));
  // A lead that seemed to be the portal's turned out to be this desk's.
  if (written.some(({ kind }) => kind === 'accepted')) {
    await tx.execute(sql`delete from notices n using timeline e
      where ${entries} and e.kind = 'accepted' and n.lead_id = e.lead_id and n.kind = 'first-seen'`);
  }
}

/**
 * Who is notified of which entry. An admin is not notified of their own decision; who was notified that a submission
 * waits for review is notified of its outcome; changes by the portal notify, unless an admin hides all of those fields.
 */
const notify = (entries: SQL) => sql`
  insert into notices (person_id, timeline_id, kind, lead_id, submission_id, at)
  select m.person_id, e.id, e.kind, e.lead_id, e.submission_id, clock_timestamp()
  from timeline e
  left join submissions s on s.id = e.submission_id
  left join leads l on l.id = e.lead_id
  join memberships m on m.organization_id = coalesce(s.organization_id, e.organization_id)
    and (m.role = 'manager' or m.agent_id = coalesce(s.agent_id, e.agent_id))
  where ${entries} and case e.kind
    when 'status-changed' then true
    when 'fields-changed' then e.person_id is null and exists (
      select from jsonb_array_elements(e.detail -> 'fields') f
      where not exists (select from field_settings h where h.field_id = f ->> 'id' and h.hidden))
    -- One entry for each owner: the new one is notified.
    when 'reassigned' then (l.organization_id, l.agent_id) = (e.organization_id, e.agent_id)
    -- A lead that the portal created; not an old one that is only read now, nor one of this desk, also if the answer
    -- to its submission is still on its way.
    when 'first-seen' then e.at > now() - interval '7 days'
      and not exists (select from submissions own where own.lead_id = e.lead_id)
      and not exists (
        select from submissions own
        where own.organization_id = e.organization_id and own.known_email = l.known_email and own.lead_id is null
          and own.state in ('sending', 'confirming', 'review'))
    -- An import shows what became of its rows, but not later on.
    when 'refused' then (s.refusal ->> 'byAdmin' = 'true' and m.person_id = e.person_id) is not true
      and (not exists (select from import_rows r where r.submission_id = s.id) or ${wasNotifiedOfReview})
    -- Who submitted it has left the page by then.
    when 'accepted' then (s.accepted_by = 'admin' and m.person_id = e.person_id) is not true
      and ((m.person_id = s.person_id and e.at > s.created_at + interval '2 minutes'
          and not exists (select from import_rows r where r.submission_id = s.id))
        or ${wasNotifiedOfReview})
    else false
  end
  on conflict (person_id, timeline_id) do nothing`;

const wasNotifiedOfReview = sql`exists (
  select from notices review
  where review.submission_id = s.id and review.person_id = m.person_id and review.kind = 'review')`;
