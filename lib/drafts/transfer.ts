import 'server-only';
import { and, arrayContains, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { submissions } from '@/lib/db/schema/submissions';

type Agent = { organizationId: string; agentId: string };

/** Drafts typed for an agent that may be transferred. Edits stay: they belong to a lead, which only the portal moves. */
function ofAgent({ organizationId, agentId }: Agent) {
  return and(eq(drafts.organizationId, organizationId), eq(drafts.agentId, agentId), isNull(drafts.leadId));
}

/** How many drafts of new leads were typed for an agent. Only their number: no admin sees what they hold. */
export async function countDraftsOfAgent(db: Db, agent: Agent): Promise<number> {
  return db.$count(drafts, ofAgent(agent));
}

/** How many drafts a person has. */
export async function countDraftsOfPerson(db: Db, personId: string): Promise<number> {
  return db.$count(drafts, eq(drafts.personId, personId));
}

/**
 * Transfers an agent's drafts of new leads to the person who acts for a colleague, whose time to continue them begins now.
 * Returns how many.
 */
export async function transferDrafts(
  tx: Db,
  { from, to, now }: { from: Agent; to: { personId: string; agentId: string }; now: Date },
): Promise<number> {
  const moved = await tx
    .update(drafts)
    .set({
      personId: to.personId,
      agentId: to.agentId,
      transferredFrom: sql`array_append(${drafts.transferredFrom}, ${drafts.personId})`,
      transferredAt: now,
    })
    .where(ofAgent(from))
    .returning({ id: drafts.id });
  return moved.length;
}

/** What became of a draft that was someone's: a colleague's, or submitted by them. */
export type Transfer = 'transferred' | 'submitted';

/** Whether this draft was the person's and was transferred to someone else, or submitted by them since. */
export async function findTransfer(
  db: Db,
  { personId }: Pick<Actor, 'personId'>,
  draftId: string | undefined,
): Promise<Transfer | undefined> {
  if (draftId === undefined) return undefined;
  const draft = and(
    eq(drafts.id, draftId),
    arrayContains(drafts.transferredFrom, [personId]),
    // It may have been transferred back.
    ne(drafts.personId, personId),
  );
  const submission = and(
    eq(submissions.draftId, draftId),
    arrayContains(submissions.draftTransferredFrom, [personId]),
    ne(submissions.personId, personId),
  );
  if ((await db.$count(submissions, submission)) > 0) return 'submitted';
  return (await db.$count(drafts, draft)) > 0 ? 'transferred' : undefined;
}

/** Keeps people's drafts under their own owner when a mistyped one was corrected. */
export async function correctDraftsOwner(
  tx: Db,
  { wrong, right }: { wrong: Agent; right: Agent },
): Promise<void> {
  await tx
    .update(drafts)
    .set({ organizationId: right.organizationId, agentId: right.agentId })
    .where(and(eq(drafts.organizationId, wrong.organizationId), eq(drafts.agentId, wrong.agentId)));
}
