import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { PrintButton } from '@/components/leads/print-button';
import { Attention } from '@/components/reports/attention';
import { TEAM_PATH, teamLinks } from '@/components/reports/links';
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
  return { title: (await getTranslations('Common'))('team') };
}

/** How a manager's organization does, agent by agent. */
export default async function TeamPage({ searchParams }: Props) {
  const viewer = await requireReader(TEAM_PATH);
  const { weeks, order } = parseReportQuery(await searchParams);
  const period = toPeriod(weeks, new Date());
  const report = await getTeamReport(await getDb(), viewer, { period, order, locale: await getLocale() });
  if (!report) notFound();
  const common = await getTranslations('Common');
  const shown = { report, links: teamLinks({ weeks }), by: 'agent' as const };
  return (
    <>
      <PortalHeader viewer={viewer} />
      <PageHeading
        title={common('team')}
        detail={viewer.membership.organizationName ?? shortId(viewer.membership.organizationId)}
      >
        <div className="print:hidden">
          <PrintButton text={common('print')} />
        </div>
      </PageHeading>
      <Attention {...shown} />
      <PeriodForm path={TEAM_PATH} period={period} choices={PERIOD_WEEKS} report={report} />
      <ReportBody
        {...shown}
        emptyAction={
          viewer.viewedBy === undefined && <LinkButton href="/leads/new">{common('newLead')}</LinkButton>
        }
      />
    </>
  );
}
