import 'server-only';
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { fullSyncs } from '@/lib/db/schema/connection';
import { agents, memberships, people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { MAY_BE_CUT } from '@/lib/sync/suspects';
import { type SetupContext, tablesOf } from './context';
import { at, type Facts, type Finding, ok, problem } from './finding';

/** Far more than fail in a row: they are an hour apart. */
const RECENT = 1_000;

/** The last time that the list was read, it was read in full. */
export async function checkMirror({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const ends = await db
    .select({
      state: fullSyncs.state,
      startedAt: fullSyncs.startedAt,
      seen: fullSyncs.seen,
      detail: fullSyncs.detail,
    })
    .from(fullSyncs)
    .orderBy(desc(fullSyncs.startedOrder))
    .limit(RECENT);
  const complete = ends.find(({ state }) => state === 'complete');
  const ended = ends.find(({ state }) => state !== 'running' && state !== 'checking');
  const facts: Facts = complete ? { leadsRead: complete.seen, lastFullSync: at(complete.startedAt) } : {};
  if (!ended) return problem('unknown', 'full-sync-awaited');
  if (ended.state === 'complete' && ended.detail === MAY_BE_CUT) {
    return problem('warning', 'list-may-be-cut', { about: String(ended.seen), facts });
  }
  if (ended.state === 'complete') return ok(facts);
  const why: Facts = ended.detail ? { reason: ended.detail } : {};
  return problem(complete ? 'warning' : 'bad', 'full-sync-failed', { facts: { ...facts, ...why } });
}

/** A person who signs in here has a membership. */
export async function checkPeople({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const own = and(eq(memberships.personId, people.id), isNull(people.disabledAt));
  const [mapped] = await db.select({ count: count() }).from(memberships).innerJoin(people, own);
  const owner = and(
    eq(agents.organizationId, memberships.organizationId),
    eq(agents.id, memberships.agentId),
  );
  const [unverified] = await db
    .select({ count: count() })
    .from(memberships)
    .innerJoin(people, own)
    .innerJoin(agents, and(owner, isNull(agents.verifiedAt)));
  if (!mapped?.count) return problem('unknown', 'nobody-mapped', { facts: { mapped: 0 } });
  return ok({ mapped: mapped.count, unverified: unverified?.count ?? 0 });
}

/** A lead was sent from here and accepted by the service. */
export async function checkFirstLead({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const [sent] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.state, 'accepted'), isNotNull(submissions.leadId)))
    .limit(1);
  return sent ? ok() : problem('unknown', 'no-lead-sent');
}
