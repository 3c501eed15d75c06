import 'server-only';
import type { createTranslator } from 'next-intl';
import { AUDIT_DETAILS, CHANGES } from '@/lib/audit/details';
import type { AuditRow } from '@/lib/audit/list-audit';
import { AUDIT_EVENTS } from '@/lib/audit/write-audit';
import { getOwn } from '@/lib/core/own';
import { stripControlCharacters } from '@/lib/core/text';
import messages from '@/messages/en.json';

export type Translate = ReturnType<typeof createTranslator<typeof messages, 'Audit'>>;

/** The event as a sentence. An event of another version of the desk is shown by its name. */
export function toSentence({ event, subject }: Pick<AuditRow, 'event' | 'subject'>, t: Translate): string {
  const about = stripControlCharacters(subject);
  const known = AUDIT_EVENTS.find((one) => one === event);
  return known
    ? t(`event.${known}`, { subject: about })
    : t('unknownEvent', { event: stripControlCharacters(event), subject: about });
}

type Detail = AuditRow['detail'];
type Value = Detail[string];

/**
 * The details in words, for example `Role: agent`; old and new value as one change. Empty ones are left out.
 * A detail of another version of the desk is shown by its name.
 */
export function toDetails(detail: Detail, t: Translate): string[] {
  const shownAsChange = new Set<string>(
    Object.entries(CHANGES).flatMap(([is, was]) => (Object.hasOwn(detail, is) ? [was] : [])),
  );
  const beforeOf = new Map<string, string>(Object.entries(CHANGES));
  return Object.entries(detail).flatMap(([name, value]) => {
    if (shownAsChange.has(name)) return [];
    const is = toValue(name, value, t);
    const before = beforeOf.get(name) ?? '';
    if (Object.hasOwn(detail, before)) {
      const was = toValue(name, detail[before], t);
      return [t('changed', { what: toName(name, t), was: was || t('nothing'), is: is || t('nothing') })];
    }
    return is === '' ? [] : [`${toName(name, t)}: ${is}`];
  });
}

function toName(name: string, t: Translate): string {
  const known = AUDIT_DETAILS.find((one) => one === name);
  return known ? t(`detail.${known}`) : stripControlCharacters(name);
}

function toValue(name: string, value: Value | undefined, t: Translate): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const text = stripControlCharacters(String(value));
  const isKnown = own(own<Record<string, string>>(messages.Audit.value, name), text) !== undefined;
  // The English catalogue only says whether there is a text; the text itself is in the reader's language.
  return isKnown ? t(`value.${name}.${text}` as Parameters<Translate>[0]) : text;
}

/** Untrusted text may be `constructor`: only own properties count. */
function own<Kept>(record: Record<string, Kept> | undefined, name: string): Kept | undefined {
  return record && getOwn(record, name);
}
