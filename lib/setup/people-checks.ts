import 'server-only';
import { and, count, eq, isNotNull, isNull, max } from 'drizzle-orm';
import { sweeps } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import { agents, memberships, people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { type SetupContext, tablesOf } from './context';
import { at, type Facts, type Finding, ok, problem } from './finding';

/** The mirror is complete: the whole list was read at least once. */
export async function checkMirror({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const [kept] = await db.select({ count: count() }).from(leads).where(isNull(leads.deletedAt));
  const facts: Facts = { leadsKept: kept?.count ?? 0 };
  const ends = await db
    .select({ state: sweeps.state, lastAt: max(sweeps.startedAt), lastOrder: max(sweeps.startedOrder) })
    .from(sweeps)
    .groupBy(sweeps.state);
  const lastOf = (state: string) => ends.find((one) => one.state === state);
  const complete = lastOf('complete');
  if (complete?.lastAt) {
    const orderOf = (state: string) => lastOf(state)?.lastOrder ?? 0;
    const lastFailed = Math.max(orderOf('incomplete'), orderOf('stopped'));
    const swept = { ...facts, lastSweep: at(complete.lastAt) };
    if (lastFailed > (complete.lastOrder ?? 0)) return problem('warning', 'sweep-failed', { facts: swept });
    return ok(swept);
  }
  if (lastOf('running') || lastOf('checking')) return problem('unknown', 'sweep-running', { facts });
  if (ends.length > 0) return problem('bad', 'sweep-failed', { facts });
  return problem('unknown', 'sweep-awaited', { facts });
}

/** A person who signs in here has a membership. */
export async function checkPeople({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const own = and(eq(memberships.personId, people.id), isNull(people.disabledAt));
  const [mapped] = await db.select({ count: count() }).from(memberships).innerJoin(people, own);
  const pair = and(eq(agents.organizationId, memberships.organizationId), eq(agents.id, memberships.agentId));
  const [unverified] = await db
    .select({ count: count() })
    .from(memberships)
    .innerJoin(people, own)
    .innerJoin(agents, and(pair, isNull(agents.verifiedAt)));
  if (!mapped?.count) return problem('unknown', 'nobody-mapped', { facts: { mapped: 0 } });
  return ok({ mapped: mapped.count, unverified: unverified?.count ?? 0 });
}

/** A lead was sent from here and accepted by the service. */
export async function checkFirstLead({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const [sent] = await db
    .select({ count: count(), lastAt: max(submissions.settledAt) })
    .from(submissions)
    .where(and(eq(submissions.state, 'accepted'), isNotNull(submissions.leadId)));
  const facts: Facts = { accepted: sent?.count ?? 0 };
  return sent?.lastAt
    ? ok({ ...facts, lastAccepted: at(sent.lastAt) })
    : problem('unknown', 'no-lead-sent', { facts });
}
