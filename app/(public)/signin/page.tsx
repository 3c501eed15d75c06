import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { chooseLanguage } from '@/app/actions';
import { safeCallbackUrl } from '@/lib/auth/callback-url';
import { getLanguageChoices } from '@/lib/auth/language';
import { listDemoPeople } from '@/lib/auth/providers';
import { toSignInRefusal } from '@/lib/auth/sign-in-refusal';
import { getCsrfToken, getSignedIn } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { SignIn } from './_parts/sign-in';
import { askForLinkAction } from './actions';

type Query = Partial<Record<'callbackUrl' | 'error' | 'again' | 'done', string | string[]>>;
type Props = { searchParams: Promise<Query> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('signIn') };
}

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams;
  const settings = env();
  const { callbackUrl, again, isSwitch, csrfToken } = await whatToShow(query);
  return (
    <SignIn
      brand={await getBrand()}
      languages={await getLanguageChoices()}
      chooseLanguage={chooseLanguage}
      csrfToken={csrfToken}
      callbackUrl={callbackUrl}
      notice={await noticeOf(query)}
      again={again}
      isSwitch={isSwitch}
      company={settings.AUTH_OIDC_ISSUER && settings.AUTH_OIDC_NAME}
      askForLink={settings.SMTP_URL ? askForLinkAction : undefined}
      demoPeople={settings.DEMO ? await listDemoPeople(await getDb()) : []}
    />
  );
}

/** @throws Next's redirect, for a person who is signed in already */
async function whatToShow({ callbackUrl: sent, error, again: isAgain }: Query) {
  const callbackUrl = safeCallbackUrl(typeof sent === 'string' ? sent : undefined, env().APP_URL);
  const person = await getSignedIn();
  // After a failed attempt the reason must be shown, signed in or not.
  if (person && isAgain === undefined && toSignInRefusal(error) === undefined) redirect(callbackUrl);
  const isSwitch = env().DEMO && isAgain === 'switch';
  return { callbackUrl, csrfToken: await getCsrfToken(), again: person?.name, isSwitch };
}

async function noticeOf({ error, done }: Query) {
  const t = await getTranslations('SignIn');
  const refusal = toSignInRefusal(error);
  if (refusal) return { tone: 'bad' as const, title: t('failed'), text: t(`refused.${refusal}`) };
  if (done === undefined) return undefined;
  return { tone: 'good' as const, title: t('signedOutEverywhere'), text: t('signedOutEverywhereDetail') };
}
