import 'server-only';
import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { lockMappings } from '@/lib/auth/mapping-lock';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { memberships, people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { transferDrafts } from '@/lib/drafts/transfer';
import { transferImports } from '@/lib/imports/transfer';
import { publishChange } from '@/lib/live/message';
import { releaseBlocked } from '@/lib/submissions/blocked';
import { isBlockedUnsent } from '@/lib/submissions/blocked-rows';
import { SUBMISSION_SEND } from '@/lib/submissions/topics';
import { agentExists } from './membership';

type Agent = { organizationId: string; agentId: string };

/**
 * Open submissions of an agent. `movable`: definitely never arrived, so they can be transferred. `stays`: may
 * have arrived under this agent's name; the service credits the sender, and so does this desk.
 */
export type OpenSubmissions = { movable: number; stays: number };

/** The number of an agent's open submissions, and how many could be transferred now. */
export async function countOpenSubmissions(db: Db, agent: Agent): Promise<OpenSubmissions> {
  const [row] = await db
    .select({
      movable: sql<number>`count(*) filter (where ${isUnsent()})`.mapWith(Number),
      open: sql<number>`count(*)`.mapWith(Number),
    })
    .from(submissions)
    .where(isOpen(agent));
  const { movable = 0, open = 0 } = row ?? {};
  return { movable, stays: open - movable };
}

export type HandedOver =
  | ({ kind: 'done'; drafts: number; imports: number } & OpenSubmissions)
  | { kind: 'foreign-agent' }
  /** No submission, draft or import could be moved. */
  | ({ kind: 'nothing' } & OpenSubmissions);

/**
 * Transfers an agent's open submissions to a colleague of the same organization: all that definitely were
 * never sent. Those blocked because the service refused this agent are sent in the colleague's name. Those
 * claimed by a worker stay, because it may be about to send them. Drafts and imports go to the person who acts for the
 * colleague, and stay if nobody does.
 */
export async function transferSubmissions(
  db: Db,
  { by, from, toAgentId, now }: { by: Actor; from: Agent; toAgentId: string; now: Date },
): Promise<HandedOver> {
  const { organizationId, agentId } = from;
  return db.transaction(async (tx) => {
    await lockMappings(tx);
    const isColleague =
      toAgentId !== agentId && (await agentExists(tx, { organizationId, agentId: toAgentId }));
    if (!isColleague) return { kind: 'foreign-agent' };
    const moved = await moveUnsent(tx, { from, toAgentId });
    const blocked = await releaseBlocked(tx, {
      where: and(isOpen(from), isBlockedUnsent),
      to: { organizationId, agentId: toAgentId },
      now,
    });
    const { movable, stays } = await countOpenSubmissions(tx, from);
    const left = { movable: moved.length + blocked.sent, stays: movable + stays };
    const { drafts, imports } = await transferUnsent(tx, { from, toAgentId, now });
    if (left.movable + drafts + imports === 0) return { kind: 'nothing', ...left };
    for (const { id } of moved) {
      await publishChange(tx, { kind: 'submission', id, organizationId, agentId });
      await publishChange(tx, { kind: 'submission', id, organizationId, agentId: toAgentId });
    }
    const counts = { moved: left.movable, stayed: left.stays, drafts, imports };
    const detail = { organizationId, newAgentId: toAgentId, ...counts };
    await writeAudit(tx, { by, event: 'people.transferred', subject: `agent ${agentId}`, detail, at: now });
    return { kind: 'done', ...left, drafts, imports };
  });
}

/** What was not submitted yet. */
async function transferUnsent(
  tx: Db,
  { from, toAgentId, now }: { from: Agent; toAgentId: string; now: Date },
): Promise<{ drafts: number; imports: number }> {
  const personId = await findPersonOfAgent(tx, { ...from, agentId: toAgentId });
  if (personId === undefined) return { drafts: 0, imports: 0 };
  const to = { personId, agentId: toAgentId };
  return {
    drafts: await transferDrafts(tx, { from, to, now }),
    imports: await transferImports(tx, { from, to, now }),
  };
}

async function moveUnsent(tx: Db, { from, toAgentId }: { from: Agent; toAgentId: string }) {
  const queued = await lockQueued(tx, isOpen(from));
  const isMovable = or(inArray(submissions.id, queued), eq(submissions.state, 'refused'));
  return tx
    .update(submissions)
    .set({ agentId: toAgentId })
    .where(and(isMovable, isOpen(from), isUnsent()))
    .returning({ id: submissions.id });
}

function isOpen({ organizationId, agentId }: Agent): SQL | undefined {
  return and(
    eq(submissions.organizationId, organizationId),
    eq(submissions.agentId, agentId),
    ne(submissions.state, 'accepted'),
    isNull(submissions.replacedBy),
  );
}

/** Waiting for its first attempt, refused, or blocked for its owner: the portal definitely has no lead of it. */
function isUnsent(): SQL | undefined {
  return or(
    and(eq(submissions.state, 'queued'), eq(submissions.attempts, 0)),
    eq(submissions.state, 'refused'),
    isBlockedUnsent,
  );
}

/**
 * Ids of queued submissions that no worker has claimed and none can claim before the transaction ends. Jobs
 * are locked before the rows change: a worker claims a job before it reads its submission, and claimed ones
 * are skipped. So no lead is sent under the name of the previous agent.
 */
export async function lockQueued(tx: Db, where: SQL | undefined): Promise<string[]> {
  const queued = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(where, eq(submissions.state, 'queued'), eq(submissions.attempts, 0)));
  const keys = queued.map(({ id }) => id);
  const locked = await tx
    .select({ id: jobs.key })
    .from(jobs)
    .where(and(eq(jobs.topic, SUBMISSION_SEND), inArray(jobs.key, keys), isNull(jobs.lease)))
    .for('update', { skipLocked: true });
  return locked.map(({ id }) => id);
}

/** The id of the person who acts for an agent; of several, of the one who signed in last. Undefined if nobody does. */
async function findPersonOfAgent(
  tx: Db,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<string | undefined> {
  const [person] = await tx
    .select({ id: people.id })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.agentId, agentId),
        isNull(people.disabledAt),
      ),
    )
    .orderBy(sql`${people.lastSignInAt} desc nulls last`, desc(memberships.createdAt))
    .limit(1);
  return person?.id;
}
