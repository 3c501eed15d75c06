import { getTranslations } from 'next-intl/server';
import { Pagination } from '@/components/ui/pagination';
import type { PagerView } from './people-view';

/** Steps through a list that has more than one page. */
export async function PeoplePager({ pager: { page, pages, previous, next } }: { pager: PagerView }) {
  const t = await getTranslations('People.list');
  if (pages <= 1) return null;
  return (
    <div className="pt-4">
      <Pagination
        label={t('pages')}
        current={t('page', { page, pages })}
        previous={{ text: t('previous'), href: previous }}
        next={{ text: t('next'), href: next }}
      />
    </div>
  );
}
