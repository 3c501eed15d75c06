import 'server-only';
import { and, eq, exists, gt, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '@/lib/auth/viewer';
import type { Brand } from '@/lib/brand/brand';
import type { Vault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';
import type { Log } from '@/lib/core/log';
import { numberFormats } from '@/lib/core/number-formats';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { mails } from '@/lib/db/schema/admin';
import { NOTICE_KINDS, type NoticeKind, notices } from '@/lib/db/schema/notices';
import { memberships, people } from '@/lib/db/schema/people';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { isLocale } from '@/lib/i18n/locales';
import { DONE, type JobOutcome } from '@/lib/jobs/job';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findValueCurrency } from '@/lib/lead-schema/schema';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { getTextLanguage } from '@/lib/lead-schema/text-language';
import { MAX_UNREAD } from '@/lib/leads/unread';
import { MAILS_RETAINED_MS } from '@/lib/mail/lifetimes';
import { isMailAddress, queueMail } from '@/lib/mail/mail';
import { listNotices } from './list-notices';
import { type DueMail, findDueMail, type Waiting } from './mail-plan';
import { mailsNameLeads } from './mail-settings';
import { noticeMail } from './notice-mail';
import { getUnread } from './notices';
import { toReader } from './reader';
import { isOnLead, subjectOf } from './summary';
import { toUnsubscribeToken } from './unsubscribe-token';

/** How often it looks for mails that are due. */
const EVERY_MS = 15_000;
/** How long it waits after a mail that could not be queued. */
const AFTER_FAILURE_MS = 60_000;
/** Mails made in one run; the next one follows at once. */
const MAILS_PER_RUN = 50;

type Input = {
  settings: Pick<Env, 'APP_SECRET' | 'APP_URL' | 'DEMO' | 'SMTP_URL' | 'MAIL_FROM'>;
  vault: Vault;
  brand: Brand;
  log: Log;
  clock: () => Date;
};

/**
 * Handles `notices.mail`: queues the mails that are due, one for each person with all that is due to them. A notice is
 * marked as mailed in the transaction that queues its mail: it is in one mail, however often a process is killed. What
 * the person has read in the app, or may not see any more, is in none.
 */
export async function sendNoticeMails(db: Db, task: Input): Promise<JobOutcome> {
  const { settings, log, clock } = task;
  if (!settings.SMTP_URL || !settings.MAIL_FROM) return DONE;
  const now = clock();
  const waiting = await findWaiting(db, { now, isDemo: settings.DEMO });
  const due = waiting.flatMap((person) => {
    const mail = findDueMail(person, now);
    return mail ? [{ ...person, mail }] : [];
  });
  let [failures, made] = [0, 0];
  for (const person of due) {
    if (made === MAILS_PER_RUN) break;
    try {
      await mailTo(db, { ...task, person, now });
      made += 1;
    } catch (error) {
      // One person's mail must not keep back everyone else's.
      failures += 1;
      log.error('notices.not-mailed', { personId: person.personId, reason: reasonOf(error) });
    }
  }
  const isMore = due.length > made + failures;
  const waitMs = failures > 0 ? AFTER_FAILURE_MS : EVERY_MS;
  return { kind: 'repeat', at: isMore ? now : new Date(now.getTime() + waitMs) };
}

/** `isIn`: they have a membership, and may open the app. */
type Recipient = Waiting & Actor & { email: string; name: string; locale: string | null; isIn: boolean };

/**
 * Everybody with notices that are unread and not sent, and no mail about others that still waits for the mail server. An
 * index answers for each person and kind at once.
 */
async function findWaiting(db: Db, { now, isDemo }: { now: Date; isDemo: boolean }): Promise<Recipient[]> {
  const oldestAt = (kind: NoticeKind) =>
    sql<Date | null>`(select min(${notices.at}) from ${notices}
      where ${and(eq(notices.personId, people.id), eq(notices.kind, kind), isPending(now))})`.mapWith(
      notices.at,
    );
  const columns = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, oldestAt(kind)]));
  const rows = await db
    .select({
      personId: people.id,
      email: people.email,
      name: people.name,
      locale: people.locale,
      choices: people.noticeMails,
      timeZone: sql<string | null>`coalesce(${people.chosenTimeZone}, ${people.timeZone})`,
      digestHour: people.digestHour,
      lastMailAt: people.noticeMailAt,
      membership: memberships,
      ...columns,
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .where(
      and(
        isNull(people.disabledAt),
        isDemo ? undefined : eq(people.isDemo, false),
        exists(
          db
            .select({ id: notices.id })
            .from(notices)
            .where(and(eq(notices.personId, people.id), isPending(now))),
        ),
        notExists(
          db
            .select({ id: mails.id })
            .from(mails)
            .where(
              and(
                eq(mails.personId, people.id),
                gt(mails.createdAt, new Date(now.getTime() - MAILS_RETAINED_MS)),
              ),
            ),
        ),
      ),
    );
  return rows.map(({ membership, ...row }) => {
    const isIn = membership !== null;
    const oldest = NOTICE_KINDS.flatMap((kind) => {
      const at = timeSchema.parse(Reflect.get(row, kind));
      return at && (isIn || kind === 'access-changed') ? [{ kind, at }] : [];
    });
    const reader = toReader(row.personId, membership);
    return { ...row, ...reader, isIn, oldest, role: reader.membership.role };
  });
}

const timeSchema = z.date().nullable();

function isPending(now: Date): SQL | undefined {
  const since = new Date(now.getTime() - MAILS_RETAINED_MS);
  return and(isNull(notices.readAt), isNull(notices.mailedAt), gt(notices.at, since));
}

/** Queues one mail about all of these kinds; none if all of it was read, sent or hidden from the person meanwhile. */
async function mailTo(
  db: Db,
  { person, now, settings, vault, brand }: Input & { person: Recipient & { mail: DueMail }; now: Date },
): Promise<void> {
  const language = isLocale(person.locale) ? person.locale : await getTextLanguage(db);
  const catalogue = await loadCatalogue(language);
  const overrides = await getStatusOverrides(db, language);
  const isNamed = await mailsNameLeads(db);
  const currency = await findValueCurrency(db);
  const money = (await isValueHidden(db))
    ? undefined
    : (value: number) => numberFormats(language).money(value, currency);
  const { APP_URL: appUrl } = settings;
  const token = toUnsubscribeToken(settings, person.personId);
  const unsubscribeUrl = `${appUrl}/unsubscribe?token=${token}`;
  await db.transaction(async (tx) => {
    const { onLeads, others, only } = await claim(tx, { person, now });
    const unread = await getUnread(tx, person, { only });
    // Nobody can write to an address like that: the app still tells them.
    if (unread.count === 0 || !isMailAddress(person.email)) return;
    const rows = isNamed ? (await listNotices(tx, person, { only: onLeads })).rows : undefined;
    const own = others.length > 0 ? (await listNotices(tx, person, { only: others })).rows : [];
    const about = { name: person.name, unread, rows, others: own, isIn: person.isIn };
    const texts = noticeMail({ ...about, overrides, money, brand, appUrl, unsubscribeUrl }, catalogue);
    // A mail program posts to it; a person opens the page.
    const oneClickUrl = `${appUrl}/api/unsubscribe?token=${token}`;
    const mail = { ...texts, kind: 'notices', to: person.email, unsubscribeUrl: oneClickUrl };
    const mailedNotices = { ids: unread.ids, kinds: person.mail.kinds, isNamed };
    await queueMail(tx, mail, { vault, now, about: { personId: person.personId, mailedNotices } });
    await tx.update(people).set({ noticeMailAt: now }).where(eq(people.id, person.personId));
  });
}

/**
 * Marks what is due as mailed, so that no other run sends it, too. Returns the latest of each kind about each lead or
 * submission, and about the person's own matters, latest first: a lead that changes all night long is one of the mail's
 * number.
 */
async function claim(
  tx: Db,
  { person: { personId, mail }, now }: { person: Recipient & { mail: DueMail }; now: Date },
): Promise<{ onLeads: number[]; others: number[]; only: number[] }> {
  const claimed = await tx
    .update(notices)
    .set({ mailedAt: now })
    .where(and(eq(notices.personId, personId), inArray(notices.kind, mail.kinds), isPending(now)))
    .returning({
      id: notices.id,
      kind: notices.kind,
      leadId: notices.leadId,
      submissionId: notices.submissionId,
      importId: notices.importId,
      draftId: notices.draftId,
    });
  const latest = new Map<string, (typeof claimed)[number]>();
  for (const notice of claimed.sort((one, other) => one.id - other.id)) {
    latest.set(JSON.stringify([notice.kind, subjectOf(notice)]), notice);
  }
  const newest = [...latest.values()].sort((one, other) => other.id - one.id).slice(0, MAX_UNREAD + 1);
  const idsOf = (some: typeof newest) => some.map(({ id }) => id);
  return {
    onLeads: idsOf(newest.filter(isOnLead)),
    // Drafts are only counted.
    others: idsOf(newest.filter((notice) => !isOnLead(notice) && notice.draftId === null)),
    only: idsOf(newest),
  };
}
