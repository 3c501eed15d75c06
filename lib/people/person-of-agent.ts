import 'server-only';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { memberships, people } from '@/lib/db/schema/people';

/** The id of the person who acts for an agent; of several, of the one who signed in last. Undefined if nobody does. */
export async function findPersonOfAgent(
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
