import 'server-only';
import { sql } from 'drizzle-orm';
import { oldestKept, type Retention } from '@/lib/core/retention';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { notices } from '@/lib/db/schema/notices';
import { keptSince } from '@/lib/drafts/drafts';

/** From so many days before a draft is deleted its person is told. The job that deletes drafts runs once a day. */
const WARNING_DAYS = 4;

/**
 * Tells people of drafts that will be deleted within days, once for each time that they were saved or transferred. What is deleted now
 * is not told any more: an admin has just shortened the time.
 */
export async function warnOfDrafts(
  db: Db,
  { keptFor, now }: { keptFor: Retention['drafts']; now: Date },
): Promise<void> {
  const oldest = oldestKept(keptFor, now) ?? now;
  const warnBefore = new Date(oldest.getTime() + WARNING_DAYS * 24 * 3_600_000);
  const isOfDraft = sql`${notices.draftId} = ${drafts.id} and ${notices.personId} = ${drafts.personId}`;
  await db.transaction(async (tx) => {
    // Saved since: its time began again.
    await tx.execute(sql`
      delete from ${notices} using ${drafts} where ${isOfDraft} and ${keptSince} > ${notices.at}`);
    await tx.execute(sql`
      insert into ${notices} (person_id, kind, draft_id, at)
      select ${drafts.personId}, 'draft-expires', ${drafts.id}, ${now.toISOString()}::timestamptz from ${drafts}
      where ${keptSince} >= ${oldest.toISOString()}::timestamptz
        and ${keptSince} < ${warnBefore.toISOString()}::timestamptz
        and not exists (select from ${notices} where ${isOfDraft})
      on conflict do nothing`);
  });
}
