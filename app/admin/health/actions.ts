'use server';

import { getTranslations } from 'next-intl/server';
import { getLanguage } from '@/lib/auth/language';
import { getBrand } from '@/lib/brand/current';
import { toMailBrand } from '@/lib/brand/html-brand';
import { env } from '@/lib/core/env';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { LIMITS } from '@/lib/limits/limits';
import { getSetupContext } from '@/lib/setup/get-context';
import { askAll, countIn, getSetup } from '@/lib/setup/get-setup';
import { sendTestMail } from '@/lib/setup/test-mail';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { type HealthCommand, healthInput } from './command';

/** Runs all checks, or sends a test mail. */
export const healthAction = adminAction({
  page: '/admin/health',
  input: healthInput,
  rateLimit: LIMITS.adminActions,
  run: runHealthCommand,
});

/** Runs all checks, or sends a test mail to the requesting admin. */
function runHealthCommand({ command }: HealthCommand, context: CommandContext): Promise<CommandOutcome> {
  return command === 'check' ? check(context) : mail(context);
}

async function check({ db, by }: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Setup');
  const { personId, email } = by;
  const setup = await getSetupContext();
  await askAll(setup, { db, by: { personId, email } });
  // Of all checks, as the page lists them.
  const { findings } = await getSetup(setup);
  const [bad, warnings] = [countIn(findings, 'bad'), countIn(findings, 'warning')];
  const tone = bad > 0 ? 'bad' : warnings > 0 ? 'warn' : 'good';
  return { tone, text: t('checked', { bad, warnings }) };
}

async function mail({ db, by, now }: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Setup');
  const { personId, email } = by;
  const [brand, { APP_URL: appUrl }] = [await getBrand(), env()];
  const { name } = brand;
  const { tag, messages } = await loadCatalogue((await getLanguage()).locale);
  const isQueued = await sendTestMail(db, {
    settings: env(),
    by: { personId, email },
    lang: tag,
    subject: t('testMail.subject', { brand: name }),
    text: t('testMail.text', { brand: name, url: `${appUrl}/admin/health` }),
    brand: toMailBrand(brand, { appUrl, messages }),
    now,
  });
  return isQueued
    ? { tone: 'good', text: t('mailQueued', { email }) }
    : { tone: 'bad', at: 'page', text: t('mailImpossible') };
}
