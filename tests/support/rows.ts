import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Log } from '@/lib/core/log';
import { DEFAULT_PREFERENCES } from '@/lib/core/preferences';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceLead } from '@/lib/service/lead';
import { beginSession } from '@/lib/sessions/sessions';
import type { Db } from '../../lib/db/handle';
import { jobs } from '../../lib/db/schema/jobs';
import { agents, memberships, organizations, people } from '../../lib/db/schema/people';

/** Rows that tests arrange. Ids are unique, so that tests of one file can share a database. */

type Place = { organizationId: string; agentId: string };

/** A person with a membership who has just signed in; a new organization unless one is given. */
export async function addViewer(
  db: Db,
  { role = 'agent', ...place }: Partial<Place> & { role?: 'agent' | 'manager' } = {},
): Promise<Viewer> {
  const { organizationId, agentId } = await addAgent(db, place);
  const personId = newId('person');
  const name = `Person ${personId}`;
  const email = `${personId.toLowerCase()}@partner.example`;
  await db.insert(people).values({ id: personId, email, name });
  await db.insert(memberships).values({ id: newId('membership'), personId, organizationId, agentId, role });
  const signedInAt = new Date();
  const sessionId = await beginSession(db, { personId, method: 'demo', now: signedInAt });
  const membership = { organizationId, organizationName: null, agentId, agentName: null, role };
  const chosen = { locale: null, timeZone: null, chosenTimeZone: null, preferences: DEFAULT_PREFERENCES };
  return { personId, sessionId, name, email, ...chosen, isAdmin: false, signedInAt, membership };
}

/** A manager of a new organization, and two of its agents: one for many leads, one for few. */
export async function addManagerWithAgents(db: Db): Promise<Record<'manager' | 'many' | 'few', Viewer>> {
  const manager = await addViewer(db, { role: 'manager' });
  const { organizationId } = manager.membership;
  return {
    manager,
    many: await addViewer(db, { organizationId }),
    few: await addViewer(db, { organizationId }),
  };
}

/** Two agents and a manager of a new organization, and the manager of another one. */
export async function addTeam(
  db: Db,
): Promise<Record<'agent' | 'colleague' | 'manager' | 'stranger', Viewer>> {
  const agent = await addViewer(db);
  const { organizationId } = agent.membership;
  return {
    agent,
    colleague: await addViewer(db, { organizationId }),
    manager: await addViewer(db, { organizationId, role: 'manager' }),
    stranger: await addViewer(db, { role: 'manager' }),
  };
}

/** An owner (organization and agent), as learned from the service's leads. */
export async function addAgent(db: Db, place: Partial<Place> = {}): Promise<Place> {
  const { organizationId = newId('membership'), agentId = newId('membership') } = place;
  await db.insert(organizations).values({ id: organizationId }).onConflictDoNothing();
  await db.insert(agents).values({ organizationId, id: agentId }).onConflictDoNothing();
  return { organizationId, agentId };
}

/** Applies a lead of this person's agent to the mirror, as if it were read at `now`. */
export async function applyLeadOf(
  db: Db,
  { membership: { organizationId, agentId } }: Viewer,
  { lead, now }: { lead: Partial<ServiceLead>; now: Date },
): Promise<void> {
  await applyLead(db, {
    lead: makeLead({ organizationId, agentId, ...lead }),
    readStart: await startRead(db, now),
    labelOf: (fieldId) => ({ label: fieldId }),
  });
}

/** A lead as the service would return it; by default pending, of the year 2026 and without an owner. */
export function makeLead(lead: Partial<ServiceLead> = {}): ServiceLead {
  const id = lead.id ?? newId('submission');
  const at = lead.createdAt ?? new Date('2026-03-02T09:00:00Z');
  return {
    id,
    organizationId: 'org-of-nobody',
    agentId: 'agent-of-nobody',
    status: 'pending',
    createdAt: at,
    updatedAt: at,
    standard: {},
    custom: {},
    ...lead,
  };
}

/** The row of the job with this topic and key. */
export async function findJob(db: Db, { topic, key }: { topic: string; key: string }) {
  const [job] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.topic, topic), eq(jobs.key, key)));
  return job;
}

/** A log that records its entries. */
export function keepLog(): Log & { lines: { event: string; data?: object }[] } {
  const lines: { event: string; data?: object }[] = [];
  const note = (event: string, data?: object) => void lines.push({ event, data });
  return { lines, info: note, warn: note, error: note };
}

/** A log that discards its entries. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
