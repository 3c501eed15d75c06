import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { SignIn } from '@/components/shell/sign-in';
import { safeCallbackUrl } from '@/lib/auth/callback-url';
import { listDemoPeople } from '@/lib/auth/demo-people';
import { getCsrfToken, getSignedIn, signInPath } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { env } from '@/lib/env';

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('SignIn'))('title') };
}

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl: sent, error } = await searchParams;
  const callbackUrl = safeCallbackUrl(typeof sent === 'string' ? sent : undefined, env().APP_URL);
  if (await getSignedIn()) redirect(callbackUrl);
  const csrfToken = await getCsrfToken();
  // Only next-auth's own address sets the cookie the forms need. It sends back here with a callbackUrl: who
  // comes with one and without the cookie has a browser that keeps none, and must not go round in circles.
  if (!csrfToken && sent === undefined) redirect(signInPath(callbackUrl));
  const demoPeople = env().DEMO ? await listDemoPeople(await getDb()) : [];
  return (
    <SignIn
      demoPeople={demoPeople}
      csrfToken={csrfToken}
      callbackUrl={callbackUrl}
      failed={error !== undefined}
    />
  );
}
