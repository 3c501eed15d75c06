import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import type { Report } from '@/lib/reports/report-view';
import { FigureLink } from './figure-table';
import { type TotalView, toTotalViews } from './figures';
import type { ReportLinks } from './links';
import { ReportCharts } from './report-charts';
import { ReportTable } from './report-table';
import { TimesTable } from './times-table';

type Props = {
  report: Report;
  links: ReportLinks;
  by: 'agent' | 'organization';
  /** What to do where there is nothing to report. */
  emptyAction?: ReactNode;
};

/** The figures of a period, its rows, and its charts. */
export async function ReportBody({ report, links, by, emptyAction }: Props) {
  const t = await getTranslations('Reports');
  const { now, before } = report.all;
  if (now.submitted === 0 && before.submitted === 0 && report.all.toCorrect === 0) {
    return (
      <EmptyState title={t('empty')} action={emptyAction}>
        {t('emptyDetail', { longest: String(report.period.isLongest) })}
      </EmptyState>
    );
  }
  const charts = now.submitted > 0 && <ReportCharts report={report} links={links} />;
  return (
    <>
      <Totals figures={await toTotalViews(report, links)} />
      {/* Organizations may be many. */}
      {by === 'organization' && charts}
      <ReportTable report={report} links={links} by={by} />
      {by === 'agent' && charts}
      <TimesTable report={report} />
    </>
  );
}

async function Totals({ figures }: { figures: readonly TotalView[] }) {
  const t = await getTranslations('Reports');
  return (
    <dl className="mb-5 flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
      {figures.map(({ key, label, hint, text, before, href, change }) => (
        <div key={key} className="grow basis-32 bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-xl font-semibold whitespace-nowrap">
            {href ? <FigureLink href={href} text={text} /> : text}
          </dd>
          {hint && <dd className="text-sm text-muted">{hint}</dd>}
          {(change || before !== undefined) && (
            <dd className="flex flex-wrap gap-x-2 text-sm text-muted">
              {change && <FigureChange {...change} />}
              {before !== undefined && t('before', { figure: before })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const ICONS = { up: 'arrow-up', down: 'arrow-down', same: undefined } as const;

/** How a figure changed against the period before: an arrow and the words for it. */
async function FigureChange({ figure, change }: NonNullable<TotalView['change']>) {
  const t = await getTranslations('Reports');
  const { percent, number } = await getFormats();
  const { way, by } = change;
  const icon = ICONS[way];
  return (
    <span className="inline-flex items-baseline gap-0.5 font-semibold text-ink">
      {icon && <Icon name={icon} className="size-3.5 self-center" />}
      <span>
        {t.rich(way === 'same' ? 'change.same' : `change.${figure}`, {
          way,
          by: figure === 'winRate' ? number(by) : percent(by),
          count: by,
          words: (text) => <span className="sr-only">{text}</span>,
        })}
      </span>
    </span>
  );
}
