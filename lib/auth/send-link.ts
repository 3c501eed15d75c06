import 'server-only';
import { eq } from 'drizzle-orm';
import { createTranslator } from 'next-intl';
import type { Brand } from '@/lib/brand/brand';
import { toMailBrand } from '@/lib/brand/html-brand';
import type { Vault } from '@/lib/core/crypto';
import type { Env } from '@/lib/core/env';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { signInLinks } from '@/lib/db/schema/people';
import { type Catalogue, loadCatalogue } from '@/lib/i18n/catalogue';
import { DEFAULT_LOCALE, isLocale } from '@/lib/i18n/locales';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import { composeMail } from '@/lib/mail/compose';
import { type Mail, queueMail } from '@/lib/mail/mail';
import { type AddressClass, classifyAddress } from './expected';
import { LINK_MINUTES } from './links';

type Settings = Pick<Env, 'APP_URL' | 'ADMIN_EMAILS' | 'DEMO'>;

type SendLinkInput = {
  job: ClaimedJob;
  settings: Settings;
  brand: Brand;
  vault: Vault;
  log: Log;
  now: Date;
};

/** The minimum time between two checks for a turn: many links may be waiting for the next one. */
const WAIT_AT_LEAST_MS = 10_000;

/**
 * Sends the mail of one link, if the desk expects the address. Runs in the worker, so that the request's
 * timing reveals nothing. Over the mail limit the link waits for its turn until it expires. The token is kept
 * until then and no longer.
 */
export async function sendLink(
  db: Db,
  { job, settings, brand, vault, log, now }: SendLinkInput,
): Promise<JobOutcome> {
  const became = await db.transaction(async (tx) => {
    const [link] = await tx.select().from(signInLinks).where(eq(signInLinks.id, job.key)).for('update');
    if (!link?.sealedToken) return undefined;
    const expected = link.expiresAt > now ? await classifyAddress(tx, link.email, settings) : 'unknown';
    const waitMs = expected === 'unknown' ? 0 : await waitFor(tx, expected);
    if (waitMs > 0) return { waitMs };
    if (expected !== 'unknown') {
      const url = linkAddress(settings.APP_URL, vault.open(link.sealedToken));
      const catalogue = await loadCatalogue(isLocale(link.locale) ? link.locale : DEFAULT_LOCALE);
      const mail = linkMail({ to: link.email, url, brand, appUrl: settings.APP_URL }, catalogue);
      await queueMail(tx, { ...mail, uselessAfter: link.expiresAt }, { vault, now });
    }
    await tx.update(signInLinks).set({ sealedToken: null }).where(eq(signInLinks.id, link.id));
    return { sent: expected !== 'unknown' };
  });
  if (became?.waitMs !== undefined) {
    log.warn('signin.too-many-links', { link: job.key });
    return { kind: 'repeat', at: new Date(now.getTime() + Math.max(WAIT_AT_LEAST_MS, became.waitMs)) };
  }
  if (became) log.info('signin.link', { link: job.key, sent: became.sent });
  return DONE;
}

/** From the configured address only, never from the request's host. */
function linkAddress(appUrl: string, token: string): string {
  const url = new URL('/signin/link', appUrl);
  url.searchParams.set('token', token);
  return url.href;
}

/** Milliseconds until this mail may be sent; 0: now. Newcomers do not use up the limit of known people. */
async function waitFor(tx: Db, expected: Exclude<AddressClass, 'unknown'>): Promise<number> {
  const limit = expected === 'known' ? LIMITS.mailsToKnown : LIMITS.mailsToNewcomers;
  const turn = await consumeLimit(tx, { limit, subject: 'everybody' });
  return turn.allowed ? 0 : turn.retryAfterMs;
}

/** The mail with the sign-in link. It contains no user input. */
function linkMail(
  { to, url, brand, appUrl }: { to: string; url: string; brand: Brand; appUrl: string },
  { tag, messages }: Catalogue,
): Mail {
  const t = createTranslator({ locale: tag, messages, namespace: 'SignInMail' });
  const common = createTranslator({ locale: tag, messages, namespace: 'Common' });
  const { name } = brand;
  const parts = [
    t('what', { brand: name }),
    { href: url, label: common('signInTo', { brand: name }) },
    t('rule', { minutes: LINK_MINUTES }),
    t('notYou'),
  ];
  const subject = t('subject', { brand: name });
  const mail = composeMail({ lang: tag, subject, parts, brand: toMailBrand(brand, { appUrl, messages }) });
  return { kind: 'sign-in-link', to, ...mail };
}
