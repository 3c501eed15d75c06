import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';

/** Identical for an unknown address and another person's lead. */
export async function NotFoundBody() {
  const t = await getTranslations('Errors');
  const shell = await getTranslations('Shell');
  return (
    <div className="mx-auto max-w-form">
      <EmptyState
        icon="search-x"
        level={1}
        title={t('notFoundTitle')}
        action={<LinkButton href="/leads">{shell('backToLeads')}</LinkButton>}
      >
        {t('notFound')}
      </EmptyState>
    </div>
  );
}
