import 'server-only';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { type ConflictKind, dismissConflict } from '@/lib/leads/conflicts';

/**
 * An admin has looked into a lead about which the portal contradicts itself: it is not shown again for the same reason.
 *
 * @returns false if there was nothing to dismiss (any more)
 */
export function dismissLead(
  db: Db,
  { by, ...conflict }: { leadId: string; kind: ConflictKind; by: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await dismissConflict(tx, conflict))) return false;
    const subject = `lead ${conflict.leadId}`;
    await writeAudit(tx, { by, act: 'lead.dismissed', subject, at: conflict.now });
    return true;
  });
}
