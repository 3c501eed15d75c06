import 'server-only';
import { eq } from 'drizzle-orm';
import type { Brand } from '@/lib/brand/brand';
import type { Vault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';
import type { Log } from '@/lib/core/log';
import { readSender, type Sender } from '@/lib/core/sender';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { backoff } from '@/lib/jobs/backoff';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { triedForMs } from './lifetimes';
import { type Mail, mailSchema } from './mail';
import { mailFailure } from './mail-failure';
import { type MailServer, openMailServer } from './mail-server';

/** So long what a mail says is taken to be true without asking again. */
const FRESH_MS = 60_000;

/** The mail server, and the sender; undefined if the desk has no mail server. */
export type MailRoute = { server: MailServer; from: Sender };

/** The mail server and sender in the settings; undefined if none is set or MAIL_FROM is invalid. */
export function openMailRoute(
  { SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  log: Log,
): MailRoute | undefined {
  if (!SMTP_URL || !MAIL_FROM) return undefined;
  const from = readSender(MAIL_FROM);
  if (from) return { server: openMailServer(SMTP_URL), from };
  log.error('mail.no-sender', { reason: 'MAIL_FROM must be an address, or a name and <an address>' });
  return undefined;
}

type SendMailInput = {
  job: ClaimedJob;
  vault: Vault;
  route: MailRoute | undefined;
  /** Names the sender, if `MAIL_FROM` does not or an admin chose another name. */
  brand: Pick<Brand, 'name' | 'senderName'>;
  /**
   * Whether a mail that was not sent at once was taken back, because it would not be the same any more. It is
   * deleted then.
   */
  isTakenBack: (mail: QueuedMail) => Promise<boolean>;
  log: Log;
  clock: () => Date;
  random: number;
};

/** A mail as it waits, and its recipient. */
export type QueuedMail = Pick<typeof mails.$inferSelect, 'id' | 'personId' | 'mailedNotices'> &
  Pick<Mail, 'to'>;

/**
 * Handles `mail.send`: sends one mail and deletes it.
 *
 * At least once: if the server's confirmation is lost, or this process ends before storing it, the mail is
 * sent again, with the same Message-ID. During an outage of the server it is retried (`lifetimes.ts`). Dropped, with
 * a log line without addresses: permanent refusals, mails that cannot be decrypted, expired ones, and all
 * mails without a mail server.
 */
export async function sendMail(
  db: Db,
  { job, vault, route, brand, isTakenBack, log, clock, random }: SendMailInput,
): Promise<JobOutcome> {
  const id = job.key;
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  if (!row) return DONE;
  const end = async (say: () => void): Promise<JobOutcome> => {
    await db.delete(mails).where(eq(mails.id, id));
    say();
    return DONE;
  };
  const facts = { mailId: id, kind: row.kind, attempt: job.attempts };
  const giveUp = (reason: string) => end(() => log.warn('mail.given-up', { ...facts, reason }));

  if (!route) return giveUp('no mail server is set (SMTP_URL)');
  const mail = openMail(vault, row.sealed);
  if (!mail) return giveUp('it was sealed with another APP_SECRET');
  const now = clock();
  if (mail.uselessAfter && mail.uselessAfter <= now) return giveUp('its link has expired');
  const maxAgeMs = triedForMs(row.kind);
  if (now.getTime() - row.createdAt.getTime() > maxAgeMs)
    return giveUp(`it is older than ${maxAgeMs / 3_600_000} hours`);
  const hasWaited = job.attempts > 1 || now.getTime() - row.createdAt.getTime() > FRESH_MS;
  try {
    if (hasWaited && (await isTakenBack({ ...row, to: mail.to }))) {
      log.info('mail.taken-back', facts);
      return DONE;
    }
    const { address, name } = route.from;
    const from = { address, name: brand.senderName || name || brand.name };
    await route.server.send(mail, { id, from });
  } catch (error) {
    const { cause, reason } = mailFailure(error);
    if (cause === 'recipient') return giveUp(reason);
    log.warn('mail.not-sent', { ...facts, reason });
    return { kind: 'again', at: backoff({ attempts: job.attempts, now: clock(), random }), reason };
  }
  return end(() => log.info('mail.sent', { ...facts, ms: clock().getTime() - now.getTime() }));
}

function openMail(vault: Vault, sealed: string): Mail | undefined {
  try {
    return mailSchema.parse(JSON.parse(vault.open(sealed)));
  } catch {
    return undefined;
  }
}
