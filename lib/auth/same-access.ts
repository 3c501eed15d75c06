import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { memberships, people } from '@/lib/db/schema/people';
import type { Actor } from './viewer';

/**
 * The person was disabled, or their membership changed, since their request began. Nothing was sent for them.
 */
export class AccessChanged extends Error {
  override name = 'AccessChanged';
}

/**
 * Whether the person of a request is still admitted with the membership they had when it began. Check it
 * right before acting in their name, because a request may take seconds. In a transaction the response holds
 * until the end: disabling or mapping the person waits, or is waited for. An ended session does not count; a
 * person may submit and then sign out.
 */
export async function hasSameAccess(db: Db, { personId, membership }: Actor): Promise<boolean> {
  const { organizationId, agentId, role } = membership;
  const rows = await db
    .select({ id: people.id })
    .from(people)
    .innerJoin(memberships, eq(memberships.personId, people.id))
    .where(
      and(
        eq(people.id, personId),
        isNull(people.disabledAt),
        eq(memberships.organizationId, organizationId),
        eq(memberships.agentId, agentId),
        eq(memberships.role, role),
      ),
    )
    .for('share');
  return rows.length > 0;
}
