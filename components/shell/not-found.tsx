import { getTranslations } from 'next-intl/server';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/**
 * Identical for an unknown address and another person's lead. A plain link, because Next makes this a part of every page, and
 * one of its own would bring the router's code to each.
 */
export async function NotFoundBody() {
  const t = await getTranslations('Errors');
  const common = await getTranslations('Common');
  return (
    <div className="mx-auto max-w-form">
      <EmptyState
        icon="search-x"
        level={1}
        title={t('notFoundTitle')}
        action={
          <a href="/leads" className={buttonClass()}>
            {common('backToLeads')}
          </a>
        }
      >
        {t('notFound')}
      </EmptyState>
    </div>
  );
}
