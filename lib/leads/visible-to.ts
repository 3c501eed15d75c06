import 'server-only';
import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import { imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';

type Owned = typeof leads | typeof submissions | typeof timeline;

/**
 * The where clause of every query on behalf of a person: an agent's own rows, a manager's whole organization.
 */
function ownedBy(table: Owned, { membership }: Actor): SQL | undefined {
  return and(
    eq(table.organizationId, membership.organizationId),
    membership.role === 'manager' ? undefined : eq(table.agentId, membership.agentId),
  );
}

/** The same rule for an owner already in memory, such as that of a lead just read. */
export function isOwnedBy(
  owner: { organizationId: string; agentId: string },
  { membership }: Actor,
): boolean {
  if (owner.organizationId !== membership.organizationId) return false;
  return membership.role === 'manager' || owner.agentId === membership.agentId;
}

/** Leads this viewer may see. Tombstones are shown at their own URL only, never in lists. */
export const visibleTo = (viewer: Actor) => and(ownedBy(leads, viewer), isNull(leads.deletedAt));

/** As `visibleTo`, plus leads that the portal has deleted. */
export const visibleOrDeletedTo = (viewer: Actor) => ownedBy(leads, viewer);

/** Submissions this viewer may see. */
export const submissionsVisibleTo = (viewer: Actor) => ownedBy(submissions, viewer);

/**
 * History entries this viewer may see, joined with their submissions: those written while the lead was
 * theirs, and those of their own submissions. Earlier and later owners are not shown.
 */
export const entriesVisibleTo = (viewer: Actor) =>
  or(and(isNull(timeline.submissionId), ownedBy(timeline, viewer)), submissionsVisibleTo(viewer));

/**
 * A person's own imports, of their present organization: nobody else sees them, neither managers nor admins. One whose
 * file is still being read is not shown.
 */
export function ownImports({ personId, membership }: Actor): SQL | undefined {
  return and(
    eq(imports.personId, personId),
    eq(imports.organizationId, membership.organizationId),
    ne(imports.state, 'storing'),
  );
}
