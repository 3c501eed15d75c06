import {
  type NoticeDelivery,
  type NoticeMailChoices,
  type NoticeTopic,
  noticeMailsOf,
} from '@/lib/core/notice-mails';
import { isTimeZone, nextHourIn } from '@/lib/core/zone-time';
import { NOTICE_KINDS, type NoticeKind } from '@/lib/db/schema/notices';

const MINUTE_MS = 60_000;
/** So long after the first notice its mail goes out: what happens at the same time comes with it. */
const GATHER_MS = 20_000;
/** The time between two mails to one person. */
const BETWEEN_MS = 10 * MINUTE_MS;

const TOPIC_OF: Record<NoticeKind, NoticeTopic> = {
  refused: 'correction',
  'status-changed': 'status',
  'first-seen': 'new',
  reassigned: 'new',
  accepted: 'accepted',
  'fields-changed': 'details',
  review: 'review',
  'import-finished': 'import',
  'draft-expires': 'draft',
  'access-changed': 'access',
};

/** The kinds of notices about these topics. */
export function kindsOf(topics: readonly NoticeTopic[]): NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => topics.includes(TOPIC_OF[kind]));
}

/** A person with notices that were not sent. */
export type Waiting = {
  role: 'agent' | 'manager';
  choices: NoticeMailChoices;
  /** IANA; null or unknown to this server: UTC. */
  timeZone: string | null;
  /** When a summary comes, by the person's clock. */
  digestHour: number;
  lastMailAt: Date | null;
  /** When the first notice of each kind was written. */
  oldest: readonly { kind: NoticeKind; at: Date }[];
};

/** The kinds of which a mail is due, and how it is sent: with what needs an answer at once, or as a summary. */
export type DueMail = { delivery: Exclude<NoticeDelivery, 'off'>; kinds: NoticeKind[] };

/** The mail that is due to this person now; undefined if none is. */
export function findDueMail(waiting: Waiting, now: Date): DueMail | undefined {
  const due = waiting.oldest.flatMap(({ kind, at }) => {
    const delivery = deliveryOf(waiting, kind);
    return delivery !== 'off' && dueAt(waiting, { delivery, at }) <= now ? [{ kind, delivery }] : [];
  });
  if (due.length === 0) return undefined;
  const delivery = due.some((one) => one.delivery === 'daily') ? 'daily' : 'now';
  return { delivery, kinds: due.map(({ kind }) => kind) };
}

/** How a person wants mails about this kind of notice. */
export function deliveryOf(
  { role, choices }: Pick<Waiting, 'role' | 'choices'>,
  kind: NoticeKind,
): NoticeDelivery {
  return noticeMailsOf(role, choices)[TOPIC_OF[kind]];
}

function dueAt(
  { lastMailAt, timeZone, digestHour }: Waiting,
  { delivery, at }: { delivery: 'now' | 'daily'; at: Date },
): Date {
  if (delivery === 'daily') {
    const zone = timeZone && isTimeZone(timeZone) ? timeZone : 'UTC';
    return nextHourIn(zone, { hour: digestHour, after: at });
  }
  return new Date(Math.max(at.getTime() + GATHER_MS, (lastMailAt?.getTime() ?? 0) + BETWEEN_MS));
}
