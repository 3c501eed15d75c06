import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { type Cents, centsOf } from '@/lib/core/number-formats';
import type { RowSort } from '@/lib/core/row-order';
import type { Change } from '@/lib/reports/change';
import type { Report, ReportRow, ReportTotals } from '@/lib/reports/report-view';
import type { ReportLinks } from './links';

/** One figure with every text ready. */
export type FigureView = {
  key: string;
  label: string;
  /** Below its label: how it is read. */
  hint?: string;
  text: string;
  /** Of the period before, where there was anything. */
  before?: string | undefined;
  href?: string | undefined;
  /** What it adds up, over time. */
  counts?: readonly number[];
};

/** A figure of everything, with how it changed. */
export type TotalView = FigureView & { change?: { figure: Changing; change: Change } | undefined };
export type Changing = keyof Report['all']['changes'];

const OUTCOMES = ['open', 'won', 'lost', 'other'] as const;

/** The figures of everything: nothing that says nothing yet. */
export async function toTotalViews(report: Report, links: ReportLinks): Promise<TotalView[]> {
  const t = await getTranslations('Reports');
  const { number, percent, money, length } = await getFormats();
  const { all, hidesValue, currency } = report;
  const { now, before, answers, changes } = all;
  const list = linkOf(report, links);
  const count = (key: 'submitted' | 'open' | 'won' | 'lost' | 'other') => ({
    key,
    label: t(key),
    text: number(now[key]),
    before: before[key] > 0 ? number(before[key]) : undefined,
    href: list(now[key], key === 'submitted' ? undefined : key),
  });
  const cents = centsOf([now.value, before.value]);
  const figures: TotalView[] = [
    count('submitted'),
    ...OUTCOMES.filter((key) => key !== 'other' || hasOther(report)).map(count),
  ];
  if (now.winRate !== undefined)
    figures.push({
      key: 'winRate',
      label: t('winRate'),
      hint: t('winRateHint'),
      text: percent(now.winRate),
      before: before.winRate === undefined ? undefined : percent(before.winRate),
    });
  if (!hidesValue)
    figures.push({
      key: 'value',
      label: t('value'),
      text: money(now.value, currency, cents),
      before: before.value > 0 ? money(before.value, currency, cents) : undefined,
      href: list(now.submitted, undefined, 'value'),
    });
  if (answers.median !== undefined)
    figures.push({
      key: 'median',
      label: t('median'),
      hint: t('medianHint'),
      text: length(answers.median),
      before: answers.medianBefore === undefined ? undefined : length(answers.medianBefore),
    });
  return figures.map((figure) => {
    const name = CHANGING.find((one) => one === figure.key);
    const change = name && changes[name];
    return change ? { ...figure, change: { figure: name, change } } : figure;
  });
}

const CHANGING: readonly Changing[] = ['submitted', 'value', 'winRate', 'median'];

/** The figures of one row, each of which the rows can be sorted by; the same ones for every row. */
export async function toRowViews(
  report: Report,
  { row, links, cents }: { row: ReportRow; links: ReportLinks; cents: Cents },
): Promise<(FigureView & { key: RowSort })[]> {
  const t = await getTranslations('Reports');
  const { number, percent, money, duration } = await getFormats();
  const { id, now, waitingSince, toCorrect } = row;
  const list = linkOf(report, links, id);
  const outcome = (key: (typeof OUTCOMES)[number]) => ({
    key,
    label: t(key),
    text: number(now[key]),
    href: list(now[key], key),
  });
  const none = t('none');
  return [
    {
      key: 'submitted',
      label: t('submitted'),
      text: number(now.submitted),
      href: list(now.submitted),
      counts: row.counts,
    },
    outcome('open'),
    {
      key: 'longestWait',
      label: t('longestWait'),
      text: waitingSince ? duration(waitingSince, report.period.at) : none,
      href: waitingSince && links.list({ id, waiting: 0 }, 'oldest'),
    },
    outcome('won'),
    outcome('lost'),
    ...(hasOther(report) ? [outcome('other')] : []),
    {
      key: 'winRate',
      label: t('winRate'),
      text: now.winRate === undefined ? none : percent(now.winRate),
    },
    ...(report.hidesValue
      ? []
      : [
          {
            key: 'value' as const,
            label: t('value'),
            text: money(now.value, report.currency, cents),
            href: list(now.submitted, undefined, 'value'),
          },
        ]),
    {
      key: 'toCorrect',
      label: t('toCorrect'),
      text: number(toCorrect),
      href: toCorrect > 0 ? links.list({ id, toCorrect: true }) : undefined,
    },
  ];
}

const hasOther = ({ all: { now, before } }: Report) => now.other + before.other > 0;

/** Where a figure of the period leads, if it counts anything. */
function linkOf({ period: { counted } }: Report, links: ReportLinks, id?: string) {
  return (count: number, outcome?: (typeof OUTCOMES)[number], first?: 'value') =>
    count > 0 ? links.list({ id, outcome, ...counted }, first) : undefined;
}

/** Whether the amounts of all rows are written with cents: with them, or none is. */
export const centsOfRows = ({ rows }: Report): Cents =>
  centsOf(rows.map(({ now }: ReportTotals) => now.value));
