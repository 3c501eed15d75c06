import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import { authCookie } from '@/lib/auth/cookies';
import { checkLink, LINK_MINUTES } from '@/lib/auth/links';
import { getCsrfToken } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { ReadyLink, SpentLink } from './_parts/link-page';

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('signIn') };
}

/** The target of a mailed link. Opening it does not use up the link. */
export default async function LinkPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const browserSecret = (await cookies()).get(authCookie('linkBrowser', env().APP_URL).name)?.value;
  const link = await checkLink(await getDb(), { token, browserSecret, now: new Date() });
  if (link.kind !== 'ready') return <SpentLink kind={link.kind} minutes={LINK_MINUTES} />;
  return (
    <ReadyLink
      email={link.email}
      token={String(token)}
      callbackUrl={link.callbackUrl}
      csrfToken={await getCsrfToken()}
    />
  );
}
