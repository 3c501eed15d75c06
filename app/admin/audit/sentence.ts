import 'server-only';
import type { createTranslator } from 'next-intl';
import type { AuditRow } from '@/lib/audit/list-audit';
import { CHANGES, PARTICULARS } from '@/lib/audit/particulars';
import { ACTS } from '@/lib/audit/write-audit';
import { stripControlCharacters } from '@/lib/core/strip-control-characters';
import messages from '@/messages/en.json';

export type Say = ReturnType<typeof createTranslator<typeof messages, 'Audit'>>;

/** What was done, as a sentence. One of another version of the desk is told by its name. */
export function toSentence({ act, subject }: Pick<AuditRow, 'act' | 'subject'>, say: Say): string {
  const about = stripControlCharacters(subject);
  const known = ACTS.find((one) => one === act);
  return known
    ? say(`act.${known}`, { subject: about })
    : say('unknownAct', { act: stripControlCharacters(act), subject: about });
}

type Detail = AuditRow['detail'];
type Value = Detail[string];

/**
 * The particulars in words, as `Role: agent`; what has a before and an after as one change. What is empty says nothing
 * and is left out. One of another version of the desk is told by its name.
 */
export function toParticulars(detail: Detail, say: Say): string[] {
  const toldAsChange = new Set<string>(
    Object.entries(CHANGES).flatMap(([is, was]) => (Object.hasOwn(detail, is) ? [was] : [])),
  );
  const beforeOf = new Map<string, string>(Object.entries(CHANGES));
  return Object.entries(detail).flatMap(([name, value]) => {
    if (toldAsChange.has(name)) return [];
    const is = toValue(name, value, say);
    const before = beforeOf.get(name) ?? '';
    if (Object.hasOwn(detail, before)) {
      const was = toValue(name, detail[before], say);
      return [
        say('changed', { what: toName(name, say), was: was || say('nothing'), is: is || say('nothing') }),
      ];
    }
    return is === '' ? [] : [`${toName(name, say)}: ${is}`];
  });
}

function toName(name: string, say: Say): string {
  const known = PARTICULARS.find((one) => one === name);
  return known ? say(`detail.${known}`) : stripControlCharacters(name);
}

function toValue(name: string, value: Value | undefined, say: Say): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  const text = stripControlCharacters(String(value));
  return own(own<Record<string, string>>(messages.Audit.value, name), text) ?? text;
}

/** A text from elsewhere may be called `constructor`: only our own words count. */
function own<Kept>(record: Record<string, Kept> | undefined, name: string): Kept | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
