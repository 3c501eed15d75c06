import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';

/** Identical for an unknown address and another person's lead. */
export async function NotFoundBody() {
  const t = await getTranslations('Errors');
  const shell = await getTranslations('Shell');
  return (
    <>
      <PageHeading title={t('notFoundTitle')} />
      <p className="mb-5">{t('notFound')}</p>
      <LinkButton href="/leads">{shell('backToLeads')}</LinkButton>
    </>
  );
}
