import { getTranslations } from 'next-intl/server';
import { Frame } from '@/app/frame';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';

/** An unknown address and somebody else's lead look exactly the same. */
export default async function NotFound() {
  const t = await getTranslations('Errors');
  const shell = await getTranslations('Shell');
  return (
    <Frame>
      <EmptyState
        title={t('notFoundTitle')}
        action={<LinkButton href="/leads">{shell('backToLeads')}</LinkButton>}
      >
        {t('notFound')}
      </EmptyState>
    </Frame>
  );
}
