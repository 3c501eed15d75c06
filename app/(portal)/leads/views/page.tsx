import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { LEADS_PATH, leadsHref, viewHref } from '@/components/leads/address';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { requireViewer } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { SaveViewForm } from './_parts/view-forms';
import { FilterLabels, ViewList } from './_parts/view-list';
import { viewsAction } from './actions';
import { getViewsPage } from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Views'))('title') };
}

/** Saves the filters of the address under a name, and changes what was saved. */
export default async function ViewsPage({ searchParams }: Props) {
  const viewer = await requireViewer('/leads/views');
  const t = await getTranslations('Views');
  const common = await getTranslations('Common');
  const query = { ...parseLeadsQuery(await searchParams), import: '' };
  const { views, ...known } = await getViewsPage(await getDb(), viewer, await getLocale());
  const mayShare = viewer.membership.role === 'manager';
  const isSavable = viewHref(query) !== LEADS_PATH;
  return (
    <div className="max-w-form space-y-5">
      <PortalHeader viewer={viewer} />
      <PageHeading title={t('title')}>
        <LinkButton href={leadsHref(query)}>{common('backToLeads')}</LinkButton>
      </PageHeading>
      <ActionArea action={viewsAction}>
        {isSavable && (
          <Card id="save-view" title={t('saveThese')}>
            <div className="pb-3">
              <FilterLabels query={query} known={known} />
            </div>
            <SaveViewForm query={query} mayShare={mayShare} />
          </Card>
        )}
        <ViewList
          title={t('own')}
          views={views.filter(({ isShared }) => !isShared)}
          known={known}
          mayShare={mayShare}
        />
        <ViewList
          title={t('shared')}
          views={views.filter(({ isShared }) => isShared)}
          known={known}
          mayShare={mayShare}
        />
      </ActionArea>
      {views.length === 0 && !isSavable && (
        <EmptyState icon="bookmark" title={t('noneTitle')}>
          {t('none')}
        </EmptyState>
      )}
    </div>
  );
}
