import 'server-only';
import { eq } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads, timeline } from '@/lib/db/schema/leads';
import { tell } from '@/lib/live/message';
import { lockLead } from './apply';

/**
 * Makes a tombstone of a lead the service answered 404 or 410 for. Nothing happens if it is one already, or
 * if a reading that started later found the lead alive.
 *
 * @returns whether a tombstone was made
 */
export function buryLead(
  db: Db,
  { leadId, readStartedAt }: { leadId: string; readStartedAt: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockLead(tx, leadId);
    const [known] = await tx.select().from(leads).where(eq(leads.id, leadId));
    if (!known || known.deletedAt || known.readStartedAt > readStartedAt) return false;
    await tx
      .update(leads)
      .set({ deletedAt: readStartedAt, readStartedAt, confirmedAt: readStartedAt })
      .where(eq(leads.id, leadId));
    await tx.insert(timeline).values({ leadId, at: readStartedAt, kind: 'deleted' });
    await tell(tx, { kind: 'lead', ...known });
    return true;
  });
}
