/** Which notices a person receives by mail, and when. Browser-safe. */

/** What notices are about, as people choose. */
export const NOTICE_TOPICS = ['correction', 'status', 'new', 'accepted'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** `now`: within a minute, and at most one mail in ten. `daily`: in the morning. `off`: in the app only. */
export const NOTICE_DELIVERIES = ['now', 'daily', 'off'] as const;
export type NoticeDelivery = (typeof NOTICE_DELIVERIES)[number];

/** What a person chose; the others are as by default. */
export type NoticeMailChoices = Partial<Record<NoticeTopic, NoticeDelivery>>;

/** An agent learns at once what needs them; managers follow a team and get a summary. */
const DEFAULTS: Record<'agent' | 'manager', Record<NoticeTopic, NoticeDelivery>> = {
  agent: { correction: 'now', status: 'daily', new: 'daily', accepted: 'daily' },
  manager: { correction: 'daily', status: 'daily', new: 'daily', accepted: 'daily' },
};

/** What applies to a person of this role. */
export function noticeMailsOf(
  role: 'agent' | 'manager',
  choices: NoticeMailChoices,
): Record<NoticeTopic, NoticeDelivery> {
  return { ...DEFAULTS[role], ...choices };
}
