import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { BackToList } from '@/components/admin/back-to-list';
import { PrintButton } from '@/components/leads/print-button';
import { Attention } from '@/components/reports/attention';
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
  return { title: (await getTranslations('AdminNav'))('reports') };
}

/** The same as a manager sees, of all organizations or of one. */
export default async function ReportsPage({ searchParams }: Props) {
  await requireAdmin('/admin/reports');
  const { weeks, organization, order } = parseReportQuery(await searchParams);
  const period = toPeriod(weeks, new Date());
  const task = { period, organization, order, locale: await getLocale() };
  const found = await getAdminReport(await getDb(), task);
  if (!found) notFound();
  const { report, name } = found;
  const by = organization ? ('agent' as const) : ('organization' as const);
  const shown = { report, links: adminLinks({ organization, weeks }), by };
  const t = await getTranslations('Reports');
  const nav = await getTranslations('AdminNav');
  const common = await getTranslations('Common');
  return (
    <>
      {organization && (
        <BackToList href={queryAddress(REPORTS_PATH, { weeks })} text={t('allOrganizations')} />
      )}
      <PageHeading title={nav('reports')} detail={name}>
        <div className="print:hidden">
          <PrintButton text={common('print')} />
        </div>
      </PageHeading>
      <Attention {...shown} />
      <PeriodForm
        path={REPORTS_PATH}
        period={period}
        choices={PERIOD_WEEKS}
        organization={organization}
        report={report}
      />
      <ReportBody {...shown} />
    </>
  );
}
