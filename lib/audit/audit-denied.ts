import 'server-only';
import type { Db } from '@/lib/db/handle';
import { LIMITS } from '@/lib/limits/limits';
import { type Actor, writeAuditSeldom } from './write-audit';

/**
 * What only admins may see, by its pattern. Never the address that was asked for: whoever asks chooses that, and each
 * would be a row of its own.
 */
export type AdminRoute =
  | '/admin'
  | '/admin/audit'
  | '/admin/audit/export'
  | '/admin/fields'
  | '/admin/people'
  | '/admin/people/[id]'
  | '/admin/people/agent'
  | '/admin/people/export'
  | '/admin/people/import'
  | '/admin/people/invite'
  | '/admin/sending'
  | '/admin/setup'
  | '/admin/webhooks';

/**
 * Writes down that somebody who is signed in asked for what only admins may: once an hour for each person and route,
 * and how often, in powers of ten.
 */
export async function auditDenied(
  db: Db,
  { by, route, at }: { by: Actor; route: AdminRoute; at: Date },
): Promise<void> {
  const { personId, email } = by;
  const entry = { by: { personId, email }, act: 'access.denied', subject: route, at } as const;
  await db.transaction((tx) =>
    writeAuditSeldom(tx, entry, { limit: LIMITS.denials, subject: `${personId} ${route}` }),
  );
}
