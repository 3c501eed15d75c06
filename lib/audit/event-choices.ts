import 'server-only';
import type { Translate } from './entry';
import { AUDIT_EVENTS, type AuditEvent } from './write-audit';

/** In the order of the list; `messages` has their names under `Audit.group`. */
const GROUPS = ['signIn', 'people', 'leads', 'portal', 'settings'] as const;

const GROUP_OF = {
  'signin.done': 'signIn',
  'signin.refused': 'signIn',
  'signin.failed': 'signIn',
  'signin.ended-everywhere': 'signIn',
  'access.denied': 'signIn',
  'audit.exported': 'signIn',
  'people.added': 'people',
  'people.invited': 'people',
  'people.mapped': 'people',
  'people.mapped-by-rule': 'people',
  'people.unmapped': 'people',
  'people.renamed': 'people',
  'people.disabled': 'people',
  'people.enabled': 'people',
  'people.sessions-ended': 'people',
  'people.identity-reset': 'people',
  'people.imported': 'people',
  'people.exported': 'people',
  'people.transferred': 'people',
  'people.view-started': 'people',
  'people.view-ended': 'people',
  'domain-rule.set': 'people',
  'domain-rule.removed': 'people',
  'organization.named': 'people',
  'agent.named': 'people',
  'agent.typed-in': 'people',
  'agent.corrected': 'people',
  'lead.viewed': 'leads',
  'lead.rechecked': 'leads',
  'lead.dismissed': 'leads',
  'submission.adopted': 'leads',
  'submission.resent': 'leads',
  'submission.returned': 'leads',
  'submission.owner-retried': 'leads',
  'webhook.created': 'portal',
  'webhook.rotated': 'portal',
  'webhook.deleted': 'portal',
  'webhook.legacy-changed': 'portal',
  'desk.checked': 'portal',
  'full-sync.confirmed': 'portal',
  'job.retried': 'portal',
  'setup.checked': 'settings',
  'setup.mail-tested': 'settings',
  'field.changed': 'settings',
  'status.changed': 'settings',
  'texts.language-changed': 'settings',
  'duplicates.switched-on': 'settings',
  'duplicates.switched-off': 'settings',
  'duplicates.hint-shown': 'leads',
  'leads.exported': 'leads',
  'brand.changed': 'settings',
  'brand.image-set': 'settings',
  'brand.image-removed': 'settings',
  'mails.names-on': 'settings',
  'mails.names-off': 'settings',
  'receipt-key.replaced': 'settings',
  'retention.changed': 'settings',
  'erasure.done': 'leads',
} as const satisfies Record<AuditEvent, (typeof GROUPS)[number]>;

/** A group of events in words; `value` is the event's name, for addresses. */
export type EventChoices = { label: string; choices: { value: AuditEvent; label: string }[] };

/** Every event to choose from, grouped, by its label in the order of the language. */
export function toEventChoices(t: Translate, locale: string): EventChoices[] {
  const { compare } = new Intl.Collator(locale);
  return GROUPS.map((group) => ({
    label: t(`group.${group}`),
    choices: AUDIT_EVENTS.filter((event) => GROUP_OF[event] === group)
      .map((event) => ({ value: event, label: t(`action.${event}`) }))
      .toSorted((a, b) => compare(a.label, b.label)),
  }));
}
