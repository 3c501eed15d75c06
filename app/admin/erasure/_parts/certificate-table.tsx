import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { PageSection } from '@/components/admin/page-section';
import { EmailText } from '@/components/ui/email-text';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import type { ErasurePage } from '../query';

/** The latest certificates; nothing until there is one. */
export async function CertificateTable({ certificates }: Pick<ErasurePage, 'certificates'>) {
  if (certificates.length === 0) return null;
  const t = await getTranslations('Erasure');
  const common = await getTranslations('Common');
  const { moment, number } = await getFormats();
  return (
    <PageSection id="certificates" title={t('certificates')} intro={t('certificatesIntro')}>
      <CardTable
        caption={t('certificates')}
        columns={[t('certificate.number'), common('when'), t('column.by'), common('leads')]}
        numbers={[common('leads')]}
        rows={certificates.map(({ id, at, email, counts }) => ({
          key: id,
          cells: [
            <a
              key="id"
              href={`/admin/erasure/${id}`}
              className="font-mono text-sm break-all text-accent underline"
            >
              {id}
            </a>,
            <Time key="at" moment={moment(at.toISOString())} />,
            <EmailText key="by" email={email} />,
            number(counts.leads ?? 0),
          ],
        }))}
      />
    </PageSection>
  );
}
