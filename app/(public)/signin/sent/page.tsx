import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';
import { LINK_MINUTES } from '@/lib/auth/links';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('SignIn'))('sentTitle') };
}

/** After requesting a link. The same for known and unknown addresses. */
export default async function LinkSentPage() {
  const t = await getTranslations('SignIn');
  return (
    <div className="mx-auto max-w-md space-y-4">
      <PageHeading title={t('sentTitle')} />
      <p>{t('sent')}</p>
      <p>{t('sentRules', { minutes: LINK_MINUTES })}</p>
      <p className="text-muted">{t('sentNothing')}</p>
      <LinkButton href="/signin">{t('sentBack')}</LinkButton>
    </div>
  );
}
