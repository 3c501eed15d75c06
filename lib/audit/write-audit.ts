import 'server-only';
import { cutText, toStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { countTurn, type Limit } from '@/lib/limits/limits';
import type { AuditDetail, AuditDetailName } from './details';

/** All audited events; `messages` has a text for each under `Audit.action`. */
export const AUDIT_EVENTS = [
  'signin.done',
  'signin.refused',
  'signin.failed',
  'signin.ended-everywhere',
  'people.added',
  'people.invited',
  'people.mapped',
  'people.mapped-by-rule',
  'people.unmapped',
  'people.renamed',
  'people.disabled',
  'people.enabled',
  'people.sessions-ended',
  'people.identity-reset',
  'people.imported',
  'people.exported',
  'people.transferred',
  'people.view-started',
  'people.view-ended',
  'organization.named',
  'agent.named',
  'agent.typed-in',
  'agent.corrected',
  'submission.owner-retried',
  'domain-rule.set',
  'domain-rule.removed',
  'field.changed',
  'status.changed',
  'texts.language-changed',
  'duplicates.switched-on',
  'duplicates.switched-off',
  'duplicates.hint-shown',
  'brand.changed',
  'brand.image-set',
  'brand.image-removed',
  'mails.names-on',
  'mails.names-off',
  'receipt-key.replaced',
  'retention.changed',
  'erasure.done',
  'webhook.created',
  'webhook.rotated',
  'webhook.deleted',
  'leads.exported',
  'lead.viewed',
  'lead.rechecked',
  'lead.dismissed',
  'desk.checked',
  'full-sync.confirmed',
  'submission.adopted',
  'submission.resent',
  'submission.returned',
  'job.retried',
  'setup.checked',
  'setup.mail-tested',
  'audit.exported',
  'access.denied',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** The signed-in person who acted. */
export type Actor = { personId: string; email: string };

export type AuditEntry<Detail extends AuditDetail> = {
  /** Absent if the desk acted automatically. */
  by?: Actor;
  event: AuditEvent;
  /**
   * What it was done to: an email address, an id prefixed with its kind, a name. Never a secret. Truncated
   * if very long.
   */
  subject: string;
  /** Only keys with a label; the type rejects others. */
  detail?: Detail & Record<Exclude<keyof Detail, AuditDetailName>, never>;
  at: Date;
};

/**
 * Writes an audit log entry. Call it in the transaction of the change, so that there is no change without its
 * entry and no entry without its change.
 */
export async function writeAudit<Detail extends AuditDetail>(
  tx: Db,
  { by, event, subject, detail, at }: AuditEntry<Detail>,
): Promise<void> {
  const actor = { personId: by?.personId ?? null, email: by?.email ?? null };
  const short = Object.entries(detail ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? cutText(toStorable(value), MAX_TEXT) : value,
  ]);
  await tx.insert(auditLog).values({
    at,
    ...actor,
    event,
    subject: cutText(toStorable(subject), MAX_TEXT),
    detail: Object.fromEntries(short),
  });
}

/**
 * Audits what people can repeat at will: at most as often as `limit` allows for `subject`. Further
 * ones are counted, and the 10th, 100th, 1,000th … is audited with its number: so the audit log cannot be
 * filled, and a flood is still visible.
 */
export async function writeAuditThrottled(
  tx: Db,
  entry: AuditEntry<AuditDetail>,
  turn: { limit: Limit; subject: string },
): Promise<void> {
  const times = await countTurn(tx, turn);
  if (times === 1) return writeAudit(tx, entry);
  if (/^10+$/.test(String(times))) await writeAudit(tx, { ...entry, detail: { ...entry.detail, times } });
}

/** Longer than any name or address; in characters. */
const MAX_TEXT = 300;
