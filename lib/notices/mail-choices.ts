import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  DEFAULT_DIGEST_HOUR,
  NOTICE_TOPICS,
  type NoticeDelivery,
  type NoticeMailChoices,
  type NoticeTopic,
  noticeMailsOf,
} from '@/lib/core/notice-mails';
import type { Db } from '@/lib/db/handle';
import { notices } from '@/lib/db/schema/notices';
import { people } from '@/lib/db/schema/people';
import { kindsOf } from './mail-plan';

/** What a person of this role gets by mail. */
export async function getNoticeMails(
  db: Db,
  { personId, role }: { personId: string; role: 'agent' | 'manager' },
): Promise<Record<NoticeTopic, NoticeDelivery>> {
  return noticeMailsOf(role, await readChoices(db, personId));
}

/** Stores what a person chose. What happened while a topic was off is never sent. */
export async function setNoticeMails(
  db: Db,
  { personId, choices, now }: { personId: string; choices: NoticeMailChoices; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [person] = await tx
      .select({ choices: people.noticeMails })
      .from(people)
      .where(eq(people.id, personId))
      .for('update');
    if (!person) return;
    const after = { ...person.choices, ...choices };
    if (NOTICE_TOPICS.every((topic) => after[topic] === person.choices[topic])) return;
    const leftOut = NOTICE_TOPICS.filter(
      (topic) => (after[topic] === 'off') !== (person.choices[topic] === 'off'),
    );
    await tx.update(people).set({ noticeMails: after }).where(eq(people.id, personId));
    await tx
      .update(notices)
      .set({ mailedAt: now })
      .where(
        and(
          eq(notices.personId, personId),
          inArray(notices.kind, kindsOf(leftOut)),
          isNull(notices.readAt),
          isNull(notices.mailedAt),
        ),
      );
  });
}

/** The full hour at which a person's daily mail comes, by their clock. */
export async function getDigestHour(db: Db, personId: string): Promise<number> {
  const [person] = await db.select({ hour: people.digestHour }).from(people).where(eq(people.id, personId));
  return person?.hour ?? DEFAULT_DIGEST_HOUR;
}

/** Stores that hour. It holds for what waits to be sent, too. */
export async function setDigestHour(
  db: Db,
  { personId, hour }: { personId: string; hour: number },
): Promise<void> {
  await db.update(people).set({ digestHour: hour }).where(eq(people.id, personId));
}

/** Ends all of these mails to a person; the app still tells them everything. */
export function endNoticeMails(db: Db, { personId, now }: { personId: string; now: Date }): Promise<void> {
  const choices = Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, 'off'] as const));
  return setNoticeMails(db, { personId, choices, now });
}

async function readChoices(db: Db, personId: string): Promise<NoticeMailChoices> {
  const [person] = await db
    .select({ choices: people.noticeMails })
    .from(people)
    .where(eq(people.id, personId));
  return person?.choices ?? {};
}
