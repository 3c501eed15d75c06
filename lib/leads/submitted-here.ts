import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';

/**
 * Gives a lead that came of a submission of this desk the agent's moment as the time it was submitted: the portal's own
 * may be much later, if it could not be reached. Does nothing for others, and for leads that the mirror never held.
 */
export async function dateBySubmission(tx: Db, leadId: string): Promise<void> {
  const { createdAt } = submissions;
  await tx
    .update(leads)
    .set({ submittedHereAt: sql`${createdAt}`, submittedAt: sql`${createdAt}` })
    .from(submissions)
    .where(
      and(
        eq(leads.id, leadId),
        eq(submissions.leadId, leadId),
        isNull(leads.submittedHereAt),
        // The tombstone of a lead that was never seen is told by these two being the same.
        sql`${leads.deletedAt} is distinct from ${leads.submittedAt}`,
      ),
    );
}
