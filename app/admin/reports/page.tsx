import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { PrintButton } from '@/components/leads/print-button';
import { adminLinks, REPORTS_PATH } from '@/components/reports/links';
import { PeriodForm } from '@/components/reports/period-form';
import { ReportBody } from '@/components/reports/report-body';
import { PageHeading } from '@/components/shell/page-heading';
import { requireAdmin } from '@/lib/auth/viewer';
import { queryAddress, type SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { PERIOD_WEEKS, parseReportQuery, toPeriod } from '@/lib/reports/period';
import { getAdminReport } from '@/lib/reports/report';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Reports'))('title') };
}

/** The same as a manager sees, of all organizations or of one. */
export default async function ReportsPage({ searchParams }: Props) {
  await requireAdmin('/admin/reports');
  const { weeks, organization } = parseReportQuery(await searchParams);
  const period = toPeriod(weeks, new Date());
  const task = { period, organization, locale: await getLocale() };
  const { report, name } = await getAdminReport(await getDb(), task);
  const t = await getTranslations('Reports');
  return (
    <>
      <PageHeading title={t('title')} detail={name}>
        <div className="print:hidden">
          <PrintButton text={t('print')} />
        </div>
      </PageHeading>
      {organization && (
        <p className="-mt-2 pb-3 print:hidden">
          <a href={queryAddress(REPORTS_PATH, { weeks })} className="text-accent underline">
            {t('allOrganizations')}
          </a>
        </p>
      )}
      <PeriodForm path={REPORTS_PATH} period={period} choices={PERIOD_WEEKS} organization={organization} />
      <ReportBody
        report={report}
        links={adminLinks(organization, weeks)}
        by={organization ? 'agent' : 'organization'}
      />
    </>
  );
}
