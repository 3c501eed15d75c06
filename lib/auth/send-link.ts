import 'server-only';
import { eq } from 'drizzle-orm';
import type { Vault } from '@/lib/crypto';
import type { Db } from '@/lib/db/handle';
import { domainRules, people, signInLinks } from '@/lib/db/schema/people';
import type { Env } from '@/lib/env';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { takeTurn } from '@/lib/limits/limit';
import { LIMITS } from '@/lib/limits/limits';
import type { Log } from '@/lib/log';
import { queueMail } from '@/lib/mail/queue-mail';
import { domainOf } from '@/lib/people/email-domain';
import { linkMail } from './link-mail';

type Settings = Pick<Env, 'APP_URL' | 'BRAND_NAME' | 'ADMIN_EMAILS' | 'DEMO'>;

type Task = { job: ClaimedJob; settings: Settings; vault: Vault; log: Log; now: Date };

/**
 * Sends the mail of one link, if the desk expects somebody with that address: whoever asked learns nothing from how
 * long their own request took. The token is kept until then and no longer.
 */
export async function sendLink(db: Db, { job, settings, vault, log, now }: Task): Promise<JobOutcome> {
  const sent = await db.transaction(async (tx) => {
    const [link] = await tx.select().from(signInLinks).where(eq(signInLinks.id, job.key)).for('update');
    if (!link?.sealedToken) return undefined;
    const isWelcome =
      link.expiresAt > now && (await isExpected(tx, link.email, settings)) && (await mayMail(tx, log));
    if (isWelcome) {
      const url = linkAddress(settings.APP_URL, vault.open(link.sealedToken));
      const mail = linkMail({ to: link.email, url, brand: settings.BRAND_NAME });
      await queueMail(tx, { ...mail, uselessAfter: link.expiresAt }, { vault, now });
    }
    await tx.update(signInLinks).set({ sealedToken: null }).where(eq(signInLinks.id, link.id));
    return isWelcome;
  });
  if (sent !== undefined) log.info('signin.link', { link: job.key, sent });
  return DONE;
}

/** Of the configured address alone, whatever host the request named. */
function linkAddress(appUrl: string, token: string): string {
  const url = new URL('/signin/link', appUrl);
  url.searchParams.set('token', token);
  return url.href;
}

async function mayMail(tx: Db, log: Log): Promise<boolean> {
  const { allowed } = await takeTurn(tx, { limit: LIMITS.mailLinks, whom: 'everybody' });
  if (!allowed) log.warn('signin.too-many-links');
  return allowed;
}

/** Known and not disabled, an admin by the settings, or of a domain with a rule. */
async function isExpected(tx: Db, email: string, settings: Settings): Promise<boolean> {
  const [person] = await tx
    .select({ disabledAt: people.disabledAt, isDemo: people.isDemo })
    .from(people)
    .where(eq(people.email, email));
  if (person) return person.disabledAt === null && (settings.DEMO || !person.isDemo);
  if (settings.ADMIN_EMAILS.includes(email)) return true;
  return (await tx.$count(domainRules, eq(domainRules.domain, domainOf(email)))) > 0;
}
