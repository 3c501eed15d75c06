import 'server-only';
import { sql } from 'drizzle-orm';
import { oldestRetained, type Retention } from '@/lib/core/retention';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { notices } from '@/lib/db/schema/notices';
import { retainedSince } from '@/lib/drafts/drafts';

/** This many days before a draft is deleted its person is notified. The job that deletes drafts runs once a day. */
const WARNING_DAYS = 4;

/**
 * Tells people of drafts that will be deleted within days, once for each time that they were saved or transferred. What
 * is deleted now is not told any more: an admin has just shortened the time.
 */
export async function warnOfDrafts(
  db: Db,
  { retainedFor, now }: { retainedFor: Retention['drafts']; now: Date },
): Promise<void> {
  const oldest = oldestRetained(retainedFor, now) ?? now;
  const warnBefore = new Date(oldest.getTime() + WARNING_DAYS * 24 * 3_600_000);
  const isOfDraft = sql`${notices.draftId} = ${drafts.id} and ${notices.personId} = ${drafts.personId}`;
  await db.transaction(async (tx) => {
    // Saved since: its time began again.
    await tx.execute(sql`
      delete from ${notices} using ${drafts} where ${isOfDraft} and ${retainedSince} > ${notices.at}`);
    await tx.execute(sql`
      insert into ${notices} (person_id, kind, draft_id, at)
      select ${drafts.personId}, 'draft-expires', ${drafts.id}, ${now.toISOString()}::timestamptz from ${drafts}
      where ${retainedSince} >= ${oldest.toISOString()}::timestamptz
        and ${retainedSince} < ${warnBefore.toISOString()}::timestamptz
        and not exists (select from ${notices} where ${isOfDraft})
      on conflict do nothing`);
  });
}
