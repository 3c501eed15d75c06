import 'server-only';
import type { Db } from '@/lib/db/handle';
import { LIMITS } from '@/lib/limits/limits';
import { type Actor, writeAuditThrottled } from './write-audit';

/**
 * An admin-only route, as its pattern. Never the requested URL: the client chooses that, and each would be a
 * row of its own.
 */
export type AdminRoute =
  | '/admin'
  | '/admin/audit'
  | '/admin/audit/export'
  | '/admin/brand'
  | '/admin/brand/image'
  | '/admin/erasure'
  | '/admin/erasure/[id]'
  | '/admin/fields'
  | '/admin/fields/preview'
  | '/admin/health'
  | '/admin/leads'
  | '/admin/leads/[id]'
  | '/admin/people'
  | '/admin/people/[id]'
  | '/admin/people/agent'
  | '/admin/people/export'
  | '/admin/people/import'
  | '/admin/people/invite'
  | '/admin/receipts'
  | '/admin/reports'
  | '/admin/retention'
  | '/admin/submissions'
  | '/admin/webhooks';

/**
 * Audits that a signed-in person requested an admin-only route: once an hour for each person and route, with
 * counts in powers of ten.
 */
export async function auditDenied(
  db: Db,
  { by, route, at }: { by: Actor; route: AdminRoute; at: Date },
): Promise<void> {
  const { personId, email } = by;
  const entry = { by: { personId, email }, event: 'access.denied', subject: route, at } as const;
  await db.transaction((tx) =>
    writeAuditThrottled(tx, entry, { limit: LIMITS.denials, subject: `${personId} ${route}` }),
  );
}
