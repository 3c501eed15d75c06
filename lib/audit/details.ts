import type messages from '@/messages/en.json';

export type LabelledDetail = keyof typeof messages.Audit.detail;

/** Pairs of the new and the old value, shown as one change; an old value has the label of the new one. */
export const CHANGES = {
  accent: 'accentWas',
  actor: 'actorWas',
  advice: 'adviceWas',
  agentId: 'agentBefore',
  email: 'emailBefore',
  group: 'groupWas',
  help: 'helpWas',
  helpLink: 'helpLinkWas',
  hidden: 'hiddenWas',
  retainedFor: 'retainedForWas',
  role: 'roleBefore',
  label: 'labelWas',
  meaning: 'meaningWas',
  name: 'nameBefore',
  organizationId: 'organizationBefore',
  place: 'placeWas',
  privacyLink: 'privacyLinkWas',
  sender: 'senderWas',
  tone: 'toneWas',
  usedAs: 'usedAsWas',
} as const satisfies Partial<Record<LabelledDetail, string>>;

/** The possible details of an entry besides event and subject; all have labels, so none is shown by its name in the code. */
export type AuditDetailName = LabelledDetail | (typeof CHANGES)[keyof typeof CHANGES];

export type AuditDetail = { [name in AuditDetailName]?: string | number | boolean | null };
