import 'server-only';
import { cutText, toStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { countTurn, type Limit } from '@/lib/limits/limit';
import type { Particular, Particulars } from './particulars';

/** Everything that is written down; `messages` has a sentence for each under `Audit.act`. */
export const ACTS = [
  'signin.done',
  'signin.refused',
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
  'people.handed-over',
  'organization.named',
  'agent.named',
  'agent.typed-in',
  'agent.corrected',
  'submission.pair-retried',
  'domain-rule.set',
  'domain-rule.removed',
  'field.changed',
  'status.changed',
  'webhook.created',
  'webhook.rotated',
  'webhook.deleted',
  'webhook.legacy-changed',
  'lead.rechecked',
  'lead.dismissed',
  'desk.checked',
  'sweep.confirmed',
  'submission.adopted',
  'submission.resent',
  'submission.given-back',
  'job.revived',
  'setup.checked',
  'setup.mail-tested',
  'audit.exported',
  'access.denied',
] as const;

export type Act = (typeof ACTS)[number];

/** The signed-in person who did it. */
export type Actor = { personId: string; email: string };

export type AuditEntry<Detail extends Particulars> = {
  /** Absent where the desk did it by itself. */
  by?: Actor;
  act: Act;
  /** What it was done to: an e-mail address, an id with its kind before it, a name. Never a secret. Cut if very long. */
  subject: string;
  /** Nothing but what is among `PARTICULARS`: more would be taken for none of it otherwise. */
  detail?: Detail & Record<Exclude<keyof Detail, Particular>, never>;
  at: Date;
};

/**
 * Writes down that somebody did something. In the transaction that does it, so that there is no act without its
 * entry and no entry without its act.
 */
export async function writeAudit<Detail extends Particulars>(
  tx: Db,
  { by, act, subject, detail, at }: AuditEntry<Detail>,
): Promise<void> {
  const who = { personId: by?.personId ?? null, email: by?.email ?? null };
  const short = Object.entries(detail ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? cutText(toStorable(value), MAX_TEXT) : value,
  ]);
  await tx.insert(auditLog).values({
    at,
    ...who,
    act,
    subject: cutText(toStorable(subject), MAX_TEXT),
    detail: Object.fromEntries(short),
  });
}

/**
 * Writes down what people can make happen as often as they like: at most as often as `limit` allows for `subject`. What is
 * more than that is counted, and the 10th, 100th, 1,000th … time since is written down with its number: so nobody fills
 * the log, and a flood is seen for what it is.
 */
export async function writeAuditSeldom(
  tx: Db,
  entry: AuditEntry<Particulars>,
  turn: { limit: Limit; subject: string },
): Promise<void> {
  const times = await countTurn(tx, turn);
  if (times === 1) return writeAudit(tx, entry);
  if (/^10+$/.test(String(times))) await writeAudit(tx, { ...entry, detail: { ...entry.detail, times } });
}

/** Longer than any name or address; in characters. */
const MAX_TEXT = 300;
