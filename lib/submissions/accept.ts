import 'server-only';
import type { Db } from '@/lib/db/handle';
import type { submissions } from '@/lib/db/schema/submissions';
import { dateBySubmission } from '@/lib/leads/submitted-here';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { type BeforeAccepted, moveSubmission } from './states';

type Owner = Pick<typeof submissions.$inferSelect, 'id' | 'personId'>;

/**
 * Accepts a submission: it became this lead. Runs in the caller's transaction, with its timeline entry.
 *
 * @param from the states it may be in, tried in turn
 * @param lease if given, only a row held under this lease is accepted
 * @returns false if it is in none of them (any more): nothing was written
 * @throws if another submission already claims this lead
 */
export async function acceptSubmission(
  tx: Db,
  {
    submission: { id, personId },
    from,
    ...found
  }: {
    submission: Owner;
    from: readonly BeforeAccepted[];
    /** How it is known which lead it became. */
    by: 'response' | 'search' | 'admin';
    leadId: string;
    lease?: string;
    now: Date;
  },
): Promise<boolean> {
  const { leadId, lease, by, now } = found;
  const changes = { leadId, acceptedBy: by, completedAt: now, evidence: null };
  for (const state of from) {
    if (!(await moveSubmission(tx, { id, from: state, to: 'accepted', lease, changes }))) continue;
    await dateBySubmission(tx, leadId);
    await writeTimeline(tx, [{ leadId, submissionId: id, at: now, kind: 'accepted', personId }]);
    return true;
  }
  return false;
}

/** Whether `acceptSubmission` failed because another submission claims the lead. */
export function isClaimed(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'submissions_lead';
}
