import 'server-only';
import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { writeAuditThrottled } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { folded } from '@/lib/db/paging';
import { memberships, people } from '@/lib/db/schema/people';
import { findOwnerOf } from '@/lib/leads/all-leads';
import { getLeadView } from '@/lib/leads/lead-view';
import type { LeadView } from '@/lib/leads/view';
import { LIMITS } from '@/lib/limits/limits';
import type { SignedIn } from '@/lib/sessions/signed-in';

/**
 * A lead as a manager of its organization sees it, read by an admin. That they read it is in the audit log: once a day
 * for each admin and lead, and in the same transaction, so that nobody reads a lead that is not.
 */
export function viewLeadAsAdmin(
  db: Db,
  admin: SignedIn,
  { id, now, locale }: { id: string; now: Date; locale: string },
): Promise<{ lead: LeadView; seenBy: SeenBy } | undefined> {
  return db.transaction(async (tx) => {
    const owner = await findOwnerOf(tx, id);
    if (!owner) return undefined;
    const { organizationId } = owner;
    const place = { organizationId, organizationName: null, agentId: '', agentName: null };
    const viewer = { ...admin, membership: { ...place, role: 'manager' as const } };
    const lead = await getLeadView(tx, viewer, { id, now, locale });
    const { personId, email } = admin;
    const entry = { by: { personId, email }, event: 'lead.viewed', subject: `lead ${id}`, at: now } as const;
    await writeAuditThrottled(tx, entry, { limit: LIMITS.leadViews, subject: `${personId} ${id}` });
    return lead && { lead, seenBy: { ...owner, ...(await listReaders(tx, owner)) } };
  });
}

type Owner = { organizationId: string; agentId: string };
type Reader = { id: string; name: string };

/** Who can see a lead besides admins: the people of its agent, and the managers of its organization. */
export type SeenBy = Owner & { mapped: Reader[]; managers: Reader[] };

/** More are not read by anybody. */
const MAX_READERS = 100;

async function listReaders(
  db: Db,
  { organizationId, agentId }: Owner,
): Promise<Pick<SeenBy, 'mapped' | 'managers'>> {
  const rows = await db
    .select({ id: people.id, name: people.name, role: memberships.role, agentId: memberships.agentId })
    .from(memberships)
    .innerJoin(people, and(eq(people.id, memberships.personId), isNull(people.disabledAt)))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        or(eq(memberships.agentId, agentId), eq(memberships.role, 'manager')),
      ),
    )
    .orderBy(asc(folded(people.name)), asc(people.id))
    .limit(MAX_READERS);
  const toReader = ({ id, name }: Reader) => ({ id, name });
  return {
    mapped: rows.filter((row) => row.agentId === agentId).map(toReader),
    managers: rows.filter(({ role }) => role === 'manager').map(toReader),
  };
}
