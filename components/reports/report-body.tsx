import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import type { Change, Changes } from '@/lib/reports/change';
import type { Report } from '@/lib/reports/report-view';
import { FigureLink, FigureTable } from './figure-table';
import { toFigureViews } from './figures';
import type { ReportLinks } from './links';
import { ReportCharts } from './report-charts';
import { TimesTable } from './times-table';

type Props = {
  report: Report;
  links: ReportLinks;
  by: 'agent' | 'organization';
  /** What to do where there is nothing to report. */
  emptyAction?: ReactNode;
};

/** The figures of a period, its charts, and its rows. */
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
  return (
    <>
      <Totals report={report} links={links} />
      {now.submitted > 0 && <ReportCharts report={report} links={links} />}
      <TimesTable report={report} />
      <ReportTable report={report} links={links} by={by} />
      <p className="max-w-prose pt-3 text-sm text-muted">{t('how')}</p>
    </>
  );
}

async function Totals({ report, links }: Pick<Props, 'report' | 'links'>) {
  const t = await getTranslations('Reports');
  const figures = await toFigureViews(report, { totals: report.all, links });
  // What is computed from the counts, and the counts: side by side they would not line up.
  const first = figures.findIndex(({ key }) => key === 'winRate');
  return (
    <div className="mb-4 space-y-4">
      {[figures.slice(0, first), figures.slice(first)].map((some, index) => (
        <dl
          key={some[0]?.key}
          className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line"
        >
          {some.map(({ key, label, text, before, href }) => (
            <div
              key={key}
              className={`grow basis-32 bg-surface px-4 py-3 ${index === 0 ? 'sm:basis-[18%]' : 'sm:basis-[22%]'}`}
            >
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-xl font-semibold whitespace-nowrap">
                {href ? <FigureLink href={href} text={text} /> : text}
              </dd>
              {before !== undefined && (
                <dd className="flex flex-wrap gap-x-2 text-sm text-muted">
                  <Changed figure={key} changes={report.all.changes} />
                  {t('before', { figure: before })}
                </dd>
              )}
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}

function Changed({ figure, changes }: { figure: string; changes: Changes }) {
  const name = CHANGING.find((one) => one === figure);
  const change = name && changes[name];
  return change ? <FigureChange figure={name} change={change} /> : null;
}

const CHANGING = ['submitted', 'value', 'winRate', 'median'] as const;

const ICONS = { up: 'arrow-up', down: 'arrow-down', same: undefined } as const;

/** How a figure changed against the period before: an arrow and the words for it. */
async function FigureChange({ figure, change }: { figure: keyof Changes; change: Change }) {
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
          words: (words) => <span className="sr-only">{words}</span>,
        })}
      </span>
    </span>
  );
}

type TableProps = { report: Report; links: ReportLinks; by: 'agent' | 'organization' };

/** One row for each agent or organization. */
async function ReportTable({ report, links, by }: TableProps) {
  const t = await getTranslations('Reports');
  const rows = await Promise.all(
    report.rows.map(async (row) => ({
      id: row.id,
      href: links.row(row.id),
      name: <RowName id={row.id} name={row.name || t('nobody')} />,
      figures: await toFigureViews(report, { totals: row, id: row.id, links }),
    })),
  );
  return (
    <section aria-labelledby="rows" className="print:break-before-page">
      <FigureTable id="rows" title={t('rows', { by })} name={t('name', { by })} rows={rows} />
      {report.more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: report.more })}</p>}
    </section>
  );
}

/** An ID without a name is for support only. */
function RowName({ id, name }: { id: string; name: string }) {
  return name === id ? <code className="text-xs font-normal wrap-anywhere">{id}</code> : name;
}
