import { getTranslations } from 'next-intl/server';
import { Frame } from '@/app/frame';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';

/** An unknown address and somebody else's lead look exactly the same. */
export default async function NotFound() {
  const t = await getTranslations('Errors');
  const shell = await getTranslations('Shell');
  return (
    <Frame>
      <PageHeading title={t('notFoundTitle')} />
      <p className="mb-5">{t('notFound')}</p>
      <LinkButton href="/leads">{shell('backToLeads')}</LinkButton>
    </Frame>
  );
}
