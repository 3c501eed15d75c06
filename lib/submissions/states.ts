import 'server-only';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import { publishChange } from '@/lib/live/message';
import { notifyOfReview } from '@/lib/timeline/notify';

/** The life cycle of a submission: only these moves are possible. */
export const NEXT = {
  // Accepted without being sent: the response to an earlier attempt arrived late, before the next one was sent.
  // Confirming without being sent: a lead that may come from an earlier attempt turned up since.
  queued: ['sending', 'accepted', 'confirming'],
  sending: ['accepted', 'refused', 'queued', 'confirming', 'review'],
  confirming: ['accepted', 'queued', 'review'],
  // Confirming: one that was held while the database was restored is searched for before it is sent.
  review: ['accepted', 'queued', 'confirming', 'refused'],
  accepted: [],
  refused: [],
} as const satisfies Record<SubmissionState, readonly SubmissionState[]>;

/** States from which a submission can be accepted. */
export type BeforeAccepted = {
  [From in SubmissionState]: 'accepted' extends (typeof NEXT)[From][number] ? From : never;
}[SubmissionState];

type Move = {
  [From in SubmissionState]: { from: From; to: (typeof NEXT)[From][number] };
}[SubmissionState];

type Row = typeof submissions.$inferInsert;
type Owner = { organizationId: string; agentId: string };

type Changes = Partial<
  Pick<
    Row,
    | 'lease'
    | 'searchFrom'
    | 'attemptedAt'
    | 'emptySearches'
    | 'evidence'
    | 'leadId'
    | 'acceptedBy'
    | 'refusal'
    | 'completedAt'
    | 'organizationId'
    | 'agentId'
  >
> & { attempts?: SQL; firstAttemptedAt?: SQL; firstAttemptOrder?: SQL; searchOrder?: SQL; attemptLog?: SQL };

/**
 * Moves a submission from one state to the next, compare-and-set, notifies the browsers, and people if it
 * waits for review.
 *
 * @param lease if given, only a row held under this lease moves
 * @param owner if given, only a row of this owner moves
 * @returns false if the row is not in that state (any more): nothing was written
 */
export async function moveSubmission(
  db: Db,
  {
    id,
    from,
    to,
    lease,
    owner,
    changes = {},
  }: Move & { id: string; lease?: string; owner?: Owner; changes?: Changes },
): Promise<boolean> {
  const [moved] = await db
    .update(submissions)
    .set({ ...changes, state: to })
    .where(
      and(
        eq(submissions.id, id),
        eq(submissions.state, from),
        lease === undefined ? undefined : eq(submissions.lease, lease),
        owner && eq(submissions.organizationId, owner.organizationId),
        owner && eq(submissions.agentId, owner.agentId),
      ),
    )
    .returning({ organizationId: submissions.organizationId, agentId: submissions.agentId });
  if (!moved) return false;
  if (to === 'review') await notifyOfReview(db, id);
  await publishChange(db, { kind: 'submission', id, ...moved });
  return true;
}
