import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { PrintButton } from '@/components/leads/print-button';
import { teamLinks } from '@/components/reports/links';
import { PeriodForm } from '@/components/reports/period-form';
import { ReportBody } from '@/components/reports/report-body';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';
import { requireReader } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { shortId } from '@/lib/core/short-id';
import { getDb } from '@/lib/db/handle';
import { PERIOD_WEEKS, parseReportQuery, toPeriod } from '@/lib/reports/period';
import { getTeamReport } from '@/lib/reports/report';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Reports'))('team') };
}

/** How a manager's organization does, agent by agent. */
export default async function TeamPage({ searchParams }: Props) {
  const viewer = await requireReader('/team');
  const period = toPeriod(parseReportQuery(await searchParams).weeks, new Date());
  const report = await getTeamReport(await getDb(), viewer, { period, locale: await getLocale() });
  if (!report) notFound();
  const t = await getTranslations('Reports');
  return (
    <>
      <PortalHeader viewer={viewer} />
      <PageHeading
        title={t('team')}
        detail={viewer.membership.organizationName ?? shortId(viewer.membership.organizationId)}
      >
        <div className="print:hidden">
          <PrintButton text={t('print')} />
        </div>
      </PageHeading>
      <PeriodForm path="/team" period={period} choices={PERIOD_WEEKS} />
      <ReportBody
        report={report}
        links={teamLinks(period.counted)}
        by="agent"
        emptyAction={
          viewer.viewedBy === undefined && <LinkButton href="/leads/new">{t('newLead')}</LinkButton>
        }
      />
    </>
  );
}
