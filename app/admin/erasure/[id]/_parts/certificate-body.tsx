import { getTranslations } from 'next-intl/server';
import { PageSection } from '@/components/admin/page-section';
import { CopyButton } from '@/components/ui/copy-button';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { EmailText } from '@/components/ui/email-text';
import { TextArea } from '@/components/ui/field';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import { ErasedCounts } from '../../_parts/erased-counts';
import { LeadIds } from '../../_parts/lead-ids';
import type { CertificatePage } from '../../query';

const CODE = 'certificate-code';

/** Who erased what and when, what the portal still holds, and the signature. */
export async function CertificateBody({ page }: { page: CertificatePage }) {
  const t = await getTranslations('Erasure.certificate');
  const { moment } = await getFormats();
  const { id, at, email, digest, counts, code } = page.certificate;
  return (
    <div className="space-y-6">
      <div>
        <DescriptionList>
          <Description term={t('number')}>
            <code className="font-mono text-sm break-all">{id}</code>
          </Description>
          <Description term={t('at')}>
            <Time moment={moment(at.toISOString())} />
          </Description>
          <Description term={t('by')}>
            <EmailText email={email} />
          </Description>
          <Description term={t('digest')}>
            <code className="font-mono text-sm break-all">{digest}</code>
          </Description>
        </DescriptionList>
        <p className="max-w-prose pt-2 text-sm text-muted">{t('digestHint')}</p>
      </div>
      <PageSection id="erased" title={t('erased')} intro={t('erasedIntro')}>
        <ErasedCounts counts={counts} caption={t('erased')} />
      </PageSection>
      <Leads page={page} />
      <Signature code={code} />
    </div>
  );
}

/** The desk names what the portal has; only the vendor can erase it there. */
async function Leads({ page: { leads } }: { page: CertificatePage }) {
  if (leads.length === 0) return null;
  const t = await getTranslations('Erasure.certificate');
  const there = leads.filter(({ deletedAt }) => deletedAt === null);
  const gone = leads.filter(({ deletedAt }) => deletedAt !== null);
  return (
    <PageSection id="leads" title={t('leads')} intro={t('leadsIntro')}>
      {there.length > 0 && (
        <>
          <h3 className="font-semibold">{t('there', { count: there.length })}</h3>
          <LeadIds ids={there.map((lead) => lead.id)} areOpen />
        </>
      )}
      {gone.length > 0 && (
        <>
          <h3 className="pt-2 font-semibold">{t('gone', { count: gone.length })}</h3>
          <LeadIds ids={gone.map((lead) => lead.id)} />
        </>
      )}
    </PageSection>
  );
}

async function Signature({ code }: { code: string | null }) {
  const t = await getTranslations('Erasure.certificate');
  const common = await getTranslations('Common');
  if (code === null) return <p className="text-sm text-muted">{t('notSigned')}</p>;
  return (
    <PageSection id="signature" title={t('signature')} intro={t('signatureIntro')}>
      <div className="space-y-2 print:hidden">
        <label htmlFor={CODE} className="block text-sm text-muted">
          {t('code')}
        </label>
        <TextArea id={CODE} readOnly rows={4} value={code} dir="ltr" spellCheck={false} />
        <CopyButton value={code} text={common('copyCode')} done={common('copied')} />
      </div>
      <code aria-hidden="true" className="hidden font-mono text-xs break-all print:block">
        {code}
      </code>
    </PageSection>
  );
}
