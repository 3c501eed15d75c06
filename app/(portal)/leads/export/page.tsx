import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { leadsHref } from '@/components/leads/address';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { getTimeZone } from '@/lib/auth/time-zone';
import { requireViewer } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { isFiltered } from '@/lib/core/leads-query';
import { getDb } from '@/lib/db/handle';
import { countExported } from '@/lib/exports/export-leads';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { ExportForm } from './_parts/export-form';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Export'))('title') };
}

/** Takes the filtered list along as a file. */
export default async function ExportPage({ searchParams }: Props) {
  const viewer = await requireViewer('/leads/export');
  const t = await getTranslations('Export');
  const query = parseLeadsQuery(await searchParams);
  const { count, capped } = await countExported(await getDb(), viewer, {
    query,
    timeZone: await getTimeZone(),
  });
  const about = { count, capped: String(capped), filtered: String(isFiltered(query)) };
  return (
    <>
      <PortalHeader viewer={viewer} />
      <PageHeading title={t('title')} />
      {count === 0 ? (
        <EmptyState
          title={t('nothing')}
          action={<LinkButton href={leadsHref(query)}>{t('toList')}</LinkButton>}
        >
          {t('nothingDetail')}
        </EmptyState>
      ) : (
        <ExportForm query={query} summary={t('summary', about)} />
      )}
    </>
  );
}
