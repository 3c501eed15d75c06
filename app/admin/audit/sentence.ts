import 'server-only';
import type { createTranslator } from 'next-intl';
import { inert } from '@/app/admin/error-words';
import type { AuditRow } from '@/lib/audit/list-audit';
import { ACTS } from '@/lib/audit/write-audit';
import type messages from '@/messages/en.json';

export type Say = ReturnType<typeof createTranslator<typeof messages, 'Audit'>>;

/** What was done, as a sentence. One of another version of the desk is told by its name. */
export function toSentence({ act, subject }: Pick<AuditRow, 'act' | 'subject'>, say: Say): string {
  const about = inert(subject);
  const known = ACTS.find((one) => one === act);
  return known
    ? say(`act.${known}`, { subject: about })
    : say('unknownAct', { act: inert(act), subject: about });
}

/** The particulars, as `role: agent`. */
export function toParticulars(detail: AuditRow['detail']): string[] {
  return Object.entries(detail).flatMap(([name, value]) =>
    value === null ? [] : [`${inert(name)}: ${inert(String(value))}`],
  );
}
