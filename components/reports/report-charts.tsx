import { getLocale, getTranslations } from 'next-intl/server';
import { ChartTable } from '@/components/charts/chart-table';
import { LevelBars } from '@/components/charts/level-bars';
import { StackedBars } from '@/components/charts/stacked-bars';
import { sum } from '@/components/charts/stacks';
import { Card } from '@/components/ui/card';
import { getFormats } from '@/components/ui/formats';
import { centsOf } from '@/lib/core/number-formats';
import { toStatusWord } from '@/lib/core/status-labels';
import type { Report } from '@/lib/reports/report-view';
import type { ReportLinks } from './links';

type Props = { report: Report; links: ReportLinks };

/** The leads of each week by status, and what each status is worth. */
export function ReportCharts(props: Props) {
  return (
    <div className="grid gap-4 pb-5 rail:grid-cols-2">
      <Weeks {...props} />
      <Levels {...props} />
    </div>
  );
}

async function Weeks({ report, links }: Props) {
  const t = await getTranslations('Reports');
  const [{ day, number }, locale] = [await getFormats(), await getLocale()];
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  const series = await toSeries(report);
  const title = t('perWeeks', { count: report.period.weeks / report.bars.length });
  const bars = report.bars.map(({ from, to, counts }) => ({
    from,
    counts,
    label: short.format(new Date(`${from}T00:00:00Z`)),
    title: t('bar', { from: day(from), to: day(to), count: sum(counts) }),
    href: sum(counts) > 0 ? links.list({ from, to }) : undefined,
  }));
  return (
    <Card id="per-week" title={title} aside={<p className="text-sm text-muted">{t('weeksHint')}</p>}>
      <StackedBars id="weeks" series={series} bars={bars} format={(count) => compact.format(count)} />
      <ChartTable
        summary={t('showTable')}
        caption={title}
        columns={[t('fromDay'), ...series.map(({ label }) => label), t('all')]}
        rows={bars.map(({ from, counts, href }) => ({
          key: from,
          name: href ? <Link href={href}>{day(from)}</Link> : day(from),
          numbers: [...series.map((_, index) => number(counts[index] ?? 0)), number(sum(counts))],
        }))}
      />
    </Card>
  );
}

/** The last one is the rest, if there are leads in it. */
async function toSeries({ series, bars, statusOverrides }: Report) {
  const t = await getTranslations('Reports');
  const hasRest = bars.some(({ counts }) => (counts[series.length] ?? 0) > 0);
  const named = series.map((status) => toStatusWord(status, statusOverrides));
  return hasRest ? [...named, { label: t('otherStatuses'), tone: 'neutral' as const }] : named;
}

async function Levels({ report, links }: Props) {
  const t = await getTranslations('Reports');
  const common = await getTranslations('Common');
  const { money, number } = await getFormats();
  const { statuses, statusOverrides, hidesValue, currency, period } = report;
  const shown = statuses.slice(0, MAX_LEVELS);
  const cents = centsOf(shown.map(({ value }) => value));
  const levels = shown.map(({ status, count, value }) => ({
    ...toStatusWord(status, statusOverrides),
    key: status,
    count,
    amount: hidesValue ? count : value,
    text: hidesValue ? number(count) : money(value, currency, cents),
    href: links.list({ status, ...period.counted }),
  }));
  const title = hidesValue ? common('leadsByStatus') : t('valueByStatus');
  return (
    <Card id="by-status" title={title}>
      <LevelBars id="levels" levels={levels} />
      <ChartTable
        summary={t('showTable')}
        caption={title}
        columns={[common('status'), common('leads'), ...(hidesValue ? [] : [t('value')])]}
        rows={levels.map(({ key, label, href, count, text }) => ({
          key,
          name: href ? <Link href={href}>{label}</Link> : <bdi>{label}</bdi>,
          numbers: [number(count), ...(hidesValue ? [] : [text])],
        }))}
      />
    </Card>
  );
}

/** With more, a vendor's statuses are not words. */
const MAX_LEVELS = 20;

function Link({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-accent underline">
      <bdi>{children}</bdi>
    </a>
  );
}
