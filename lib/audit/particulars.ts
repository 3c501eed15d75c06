/**
 * What an entry of the log may say beside act and subject; `messages` has words for each under `Audit.detail`. Whatever
 * is written must be here, so that nothing is ever shown by the name it has in the code.
 */
export const PARTICULARS = [
  'act',
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
  'from',
  'group',
  'groupWas',
  'help',
  'helpWas',
  'hidden',
  'hiddenWas',
  'label',
  'labelWas',
  'leadId',
  'leads',
  'message',
  'method',
  'moved',
  'name',
  'nameBefore',
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
  'to',
  'tone',
  'toneWas',
] as const;

export type Particular = (typeof PARTICULARS)[number];

export type Particulars = { [name in Particular]?: string | number | boolean | null };

/** What something is now, and the name of what it was before: told as one change. */
export const CHANGES = {
  after: 'before',
  email: 'emailBefore',
  group: 'groupWas',
  help: 'helpWas',
  hidden: 'hiddenWas',
  label: 'labelWas',
  name: 'nameBefore',
  place: 'placeWas',
  tone: 'toneWas',
} as const satisfies Partial<Record<Particular, Particular>>;
