/**
 * The possible details of an entry besides event and subject; `messages` has their labels under `Audit.detail`.
 * Every detail must be listed here, so that none is ever shown by its name in the code.
 */
export const AUDIT_DETAILS = [
  'event',
  'added',
  'addressTakenFrom',
  'after',
  'agentId',
  'agentName',
  'allowed',
  'attempts',
  'bad',
  'before',
  'changed',
  'email',
  'emailBefore',
  'firstDay',
  'group',
  'groupWas',
  'help',
  'helpWas',
  'hidden',
  'hiddenWas',
  'label',
  'labelWas',
  'lastDay',
  'leadId',
  'leads',
  'message',
  'method',
  'moved',
  'name',
  'nameBefore',
  'newAgentId',
  'organizationBefore',
  'organizationId',
  'people',
  'person',
  'place',
  'placeWas',
  'reason',
  'reset',
  'role',
  'sent',
  'sessions',
  'stayed',
  'step',
  'times',
  'tone',
  'toneWas',
  'usedAs',
  'usedAsWas',
] as const;

export type AuditDetailName = (typeof AUDIT_DETAILS)[number];

export type AuditDetail = { [name in AuditDetailName]?: string | number | boolean | null };

/** Pairs of the new and the old value, shown as one change. */
export const CHANGES = {
  after: 'before',
  email: 'emailBefore',
  group: 'groupWas',
  help: 'helpWas',
  hidden: 'hiddenWas',
  label: 'labelWas',
  name: 'nameBefore',
  organizationId: 'organizationBefore',
  place: 'placeWas',
  tone: 'toneWas',
  usedAs: 'usedAsWas',
} as const satisfies Partial<Record<AuditDetailName, AuditDetailName>>;
