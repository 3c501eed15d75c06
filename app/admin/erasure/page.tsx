import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { CertificateTable } from './_parts/certificate-table';
import { FindForm } from './_parts/find-form';
import { FoundTraces } from './_parts/found-traces';
import { erasureAction } from './actions';
import { getErasurePage, parseErasureQuery } from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Erasure'))('title') };
}

/** Finds what this desk keeps about a person, and erases it. */
export default async function ErasurePage({ searchParams }: Props) {
  await requireAdmin('/admin/erasure');
  const of = parseErasureQuery(await searchParams);
  const t = await getTranslations('Erasure');
  const { search, isExpired, certificates } = await getErasurePage(await getDb(), { of, now: new Date() });
  return (
    <ActionArea action={erasureAction}>
      <PageHeading title={t('title')} intro={t('intro')} />
      <div className="space-y-6">
        {isExpired && <Banner tone="warn" title={t('expired')} />}
        <FindForm />
        {search && <FoundTraces search={search} />}
        <CertificateTable certificates={certificates} />
      </div>
    </ActionArea>
  );
}
