import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { PENDING, SEEN_WITHIN_MS } from '@/lib/response-times/track-status';

/**
 * Dates a lead that was submitted through this desk by the moment of submission: the portal's own time may be
 * much later if it was unreachable. Does nothing for other leads, and for leads the mirror never stored.
 */
export async function dateBySubmission(tx: Db, leadId: string): Promise<void> {
  const { createdAt } = submissions;
  // As `trackStatus` does it for a time that the portal tells.
  const isSeenFromTheStart = sql`${leads.firstResponseAt} is null and ${leads.status} = ${PENDING}
    and ${leads.firstSeenAt} - coalesce(${leads.portalCreatedAt}, ${createdAt}) <= ${SEEN_WITHIN_MS} * interval '1 millisecond'`;
  await tx
    .update(leads)
    .set({
      submittedHereAt: sql`${createdAt}`,
      submittedAt: sql`${createdAt}`,
      sinceKnown: sql`${leads.sinceKnown} or (${isSeenFromTheStart})`,
    })
    .from(submissions)
    .where(
      and(
        eq(leads.id, leadId),
        eq(submissions.leadId, leadId),
        isNull(leads.submittedHereAt),
        // Equal times mark the tombstone of a lead that was never read.
        sql`${leads.deletedAt} is distinct from ${leads.submittedAt}`,
      ),
    );
}
