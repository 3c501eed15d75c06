import 'server-only';
import { writeAuditThrottled } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { findOrganizationOf } from '@/lib/leads/all-leads';
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
): Promise<LeadView | undefined> {
  return db.transaction(async (tx) => {
    const organizationId = await findOrganizationOf(tx, id);
    if (organizationId === undefined) return undefined;
    const place = { organizationId, organizationName: null, agentId: '', agentName: null };
    const viewer = { ...admin, membership: { ...place, role: 'manager' as const } };
    const lead = await getLeadView(tx, viewer, { id, now, locale });
    const { personId, email } = admin;
    const entry = { by: { personId, email }, event: 'lead.viewed', subject: `lead ${id}`, at: now } as const;
    await writeAuditThrottled(tx, entry, { limit: LIMITS.leadViews, subject: `${personId} ${id}` });
    return lead;
  });
}
