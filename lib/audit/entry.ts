import 'server-only';
import type { createTranslator } from 'next-intl';
import { CHANGES, type LabelledDetail } from '@/lib/audit/details';
import type { AuditRow } from '@/lib/audit/list-audit';
import { AUDIT_EVENTS, type AuditEvent } from '@/lib/audit/write-audit';
import { getOwn } from '@/lib/core/own';
import { stripControlCharacters } from '@/lib/core/text';
import messages from '@/messages/en.json';

export type Translate = ReturnType<typeof createTranslator<typeof messages, 'Audit'>>;

/**
 * The action and what it was about, as in `Person added: Ann`, unless that is who did it. An event of another version is
 * shown by its name.
 */
export function toTitle(
  { event, subject, email }: Pick<AuditRow, 'event' | 'subject'> & Partial<Pick<AuditRow, 'email'>>,
  t: Translate,
): string {
  const known = AUDIT_EVENTS.find((one) => one === event);
  const what = known ? t(`action.${known}`) : stripControlCharacters(event);
  if ((known && WITHOUT_SUBJECT.includes(known)) || subject === email) return what;
  return t('fact', { what, value: toSubject(event, { subject: stripControlCharacters(subject), t }) });
}

/** Their subject says no more than the event. */
const WITHOUT_SUBJECT: readonly AuditEvent[] = [
  'audit.exported',
  'brand.changed',
  'duplicates.switched-off',
  'duplicates.switched-on',
  'mails.names-off',
  'mails.names-on',
  'people.exported',
  'receipt-key.replaced',
  'setup.checked',
  'signin.failed',
];

/** Events whose subject is one of a few words. */
const WORD_EVENTS = ['brand.image-removed', 'brand.image-set', 'desk.checked', 'retention.changed'];

/** Events whose subject is an id after the name of its kind, which the event names as well. */
const KINDS: Readonly<Record<string, 'agent' | 'erasure' | 'lead' | 'organization' | 'submission'>> = {
  'agent.corrected': 'agent',
  'agent.named': 'agent',
  'agent.typed-in': 'agent',
  'erasure.done': 'erasure',
  'lead.dismissed': 'lead',
  'lead.viewed': 'lead',
  'lead.rechecked': 'lead',
  'organization.named': 'organization',
  'people.transferred': 'agent',
  'submission.adopted': 'submission',
  'submission.owner-retried': 'agent',
  'submission.resent': 'submission',
  'submission.returned': 'submission',
};

/** The subject in the reader's language where it holds words and not only names and ids. */
function toSubject(event: string, { subject, t }: { subject: string; t: Translate }): string {
  const kind = own(KINDS, event);
  if (kind && subject.startsWith(`${kind} `)) return subject.slice(kind.length + 1);
  if (WORD_EVENTS.includes(event)) return toValue('subject', subject, t);
  const lines = event === 'people.imported' && /^(\d+) lines$/.exec(subject)?.[1];
  return lines ? t('subject.lines', { count: Number(lines) }) : subject;
}

type Detail = AuditRow['detail'];
type Value = Detail[string];

/**
 * The details in words, for example `Role: agent`; old and new value as one change. Empty ones are left out.
 * A detail of another version of the desk is shown by its name.
 */
export function toDetails(detail: Detail, t: Translate): string[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    const newer = NEW_OF.get(name);
    // Shown with the new value.
    if (newer !== undefined && Object.hasOwn(detail, newer)) return [];
    const is = toValue(name, value, t);
    const before = own<string>(CHANGES, name) ?? '';
    if (Object.hasOwn(detail, before)) {
      const was = toValue(name, detail[before], t);
      return [t('changed', { what: toName(name, t), was: was || t('nothing'), is: is || t('nothing') })];
    }
    return is === '' ? [] : [t('fact', { what: toName(name, t), value: is })];
  });
}

const NEW_OF = new Map<string, string>(Object.entries(CHANGES).map(([is, was]) => [was, is]));

const isLabelled = (name: string): name is LabelledDetail => Object.hasOwn(messages.Audit.detail, name);

function toName(name: string, t: Translate): string {
  const is = NEW_OF.get(name);
  if (is !== undefined) return t('before', { what: toName(is, t) });
  return isLabelled(name) ? t(`detail.${name}`) : stripControlCharacters(name);
}

function toValue(name: string, value: Value | undefined, t: Translate): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const text = stripControlCharacters(String(value));
  // The filter of an export.
  const event = name === 'event' && AUDIT_EVENTS.find((one) => one === text);
  if (event) return t(`action.${event}`);
  const isKnown = own(own<Record<string, string>>(messages.Audit.value, name), text) !== undefined;
  // The English catalogue only says whether there is a text; the text itself is in the reader's language.
  return isKnown ? t(`value.${name}.${text}` as Parameters<Translate>[0]) : text;
}

/** Untrusted text may be `constructor`: only own properties count. */
function own<Kept>(record: Readonly<Record<string, Kept>> | undefined, name: string): Kept | undefined {
  return record && getOwn(record, name);
}
