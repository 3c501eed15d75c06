import 'server-only';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { leads, leadTotals } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';

type Owned = typeof leads | typeof leadTotals | typeof submissions;

/** The where clause every query of a person carries: an agent's own rows, a manager's whole organization. */
function ownedBy(table: Owned, { membership }: Viewer): SQL | undefined {
  return and(
    eq(table.organizationId, membership.organizationId),
    membership.role === 'manager' ? undefined : eq(table.agentId, membership.agentId),
  );
}

/** Leads this viewer may see. A tombstone is shown by its own address only, never in lists. */
export const visibleTo = (viewer: Viewer) => and(ownedBy(leads, viewer), isNull(leads.deletedAt));

/** As `visibleTo`, with leads that the portal has deleted. */
export const visibleOrDeletedTo = (viewer: Viewer) => ownedBy(leads, viewer);

/** Sums over leads this viewer may see. */
export const totalsVisibleTo = (viewer: Viewer) => ownedBy(leadTotals, viewer);

/** Submissions this viewer may see. */
export const submissionsVisibleTo = (viewer: Viewer) => ownedBy(submissions, viewer);
