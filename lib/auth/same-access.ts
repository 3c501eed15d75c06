import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { memberships, people } from '@/lib/db/schema/people';
import type { Viewer } from './viewer';

/** The person was disabled, or acts for somebody else, since their request began. Nothing was sent for them. */
export class AccessChanged extends Error {
  override name = 'AccessChanged';
}

/**
 * Whether the person of a request is still admitted and acts for whom they did when it began: asked right before
 * something is done in their name, because a request may last for seconds. Within a transaction it stays so until the
 * end: whoever disables or maps the person waits, or is waited for. That their session ended meanwhile does not count;
 * somebody may submit and sign out at once.
 */
export async function hasSameAccess(db: Db, { personId, membership }: Viewer): Promise<boolean> {
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
