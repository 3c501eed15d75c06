/** Which notices a person receives by mail, and when. Browser-safe. */

/** What notices are about, as people choose. */
export const NOTICE_TOPICS = [
  'correction',
  'review',
  'status',
  'details',
  'new',
  'accepted',
  'import',
  'draft',
  'access',
] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** `now`: within a minute, and at most one mail in ten. `daily`: at the hour they chose. `off`: in the app only. */
export const NOTICE_DELIVERIES = ['now', 'daily', 'off'] as const;
export type NoticeDelivery = (typeof NOTICE_DELIVERIES)[number];

/** What a person chose; the others are as by default. */
export type NoticeMailChoices = Partial<Record<NoticeTopic, NoticeDelivery>>;

/** Once a day; at once only an import that a person waits for, and whether they can work here at all. */
const SUMMARY: Record<NoticeTopic, NoticeDelivery> = {
  correction: 'daily',
  review: 'daily',
  status: 'daily',
  details: 'daily',
  new: 'daily',
  accepted: 'daily',
  import: 'now',
  draft: 'daily',
  access: 'now',
};

/** An agent learns at once what needs them; managers follow a team and get a summary. */
const DEFAULTS: Record<'agent' | 'manager', Record<NoticeTopic, NoticeDelivery>> = {
  agent: { ...SUMMARY, correction: 'now' },
  manager: SUMMARY,
};

/** What applies to a person of this role. */
export function noticeMailsOf(
  role: 'agent' | 'manager',
  choices: NoticeMailChoices,
): Record<NoticeTopic, NoticeDelivery> {
  return { ...DEFAULTS[role], ...choices };
}

/** When the daily mail comes until a person chooses another hour, by their clock. */
export const DEFAULT_DIGEST_HOUR = 8;

/** The hours to choose from. */
export const DIGEST_HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);
