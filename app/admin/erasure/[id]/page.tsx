import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotFoundPage } from '@/app/not-found-page';
import { BackToList } from '@/components/admin/back-to-list';
import { PrintButton } from '@/components/leads/print-button';
import { PageHeading } from '@/components/shell/page-heading';
import { requireAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { getCertificatePage } from '../query';
import { CertificateBody } from './_parts/certificate-body';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Erasure'))('certificate.title') };
}

/** The certificate of one erasure, to keep or to print. */
export default async function CertificatePage({ params }: Props) {
  const { id } = await params;
  await requireAdmin('/admin/erasure/[id]', `/admin/erasure/${encodeURIComponent(id)}`);
  const page = await getCertificatePage(await getDb(), id);
  if (!page) return <NotFoundPage />;
  const t = await getTranslations('Erasure');
  const common = await getTranslations('Common');
  return (
    <>
      <BackToList href="/admin/erasure" text={t('title')} />
      <PageHeading title={t('certificate.title')}>
        <div className="print:hidden">
          <PrintButton text={common('print')} />
        </div>
      </PageHeading>
      <CertificateBody page={page} />
    </>
  );
}
