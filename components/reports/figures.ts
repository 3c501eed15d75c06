import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { Outcome } from '@/lib/core/status-words';
import type { Report, ReportTotals } from '@/lib/reports/report-view';
import type { ReportLinks } from './links';

/** One figure with every text ready. */
export type FigureView = { key: string; label: string; text: string; before?: string; href?: string };

/** The figures of everything or of one row, the same ones for each. */
export async function toFigureViews(
  report: Report,
  { totals, id, links }: { totals: ReportTotals; id?: string; links: ReportLinks },
): Promise<FigureView[]> {
  const t = await getTranslations('Reports');
  const { number } = await getFormats();
  const { now, before } = totals;
  const { counted } = report.period;
  const link = (count: number, outcome?: Outcome, by?: 'value') =>
    count > 0 ? links.list({ id, outcome, ...counted }, by) : undefined;
  const outcomes = (['open', 'won', 'lost', 'other'] as const)
    .filter((key) => key !== 'other' || report.all.now.other + report.all.before.other > 0)
    .map((key) => ({
      key,
      label: t(key),
      text: number(now[key]),
      before: number(before[key]),
      href: link(now[key], key),
    }));
  return [
    {
      key: 'submitted',
      label: t('submitted'),
      text: number(now.submitted),
      before: number(before.submitted),
      href: link(now.submitted),
    },
    ...outcomes,
    ...(await toRates(report, { totals, worthOf: link(now.submitted, undefined, 'value') })),
    {
      key: 'toCorrect',
      label: t('toCorrect'),
      text: number(totals.toCorrect),
      href: totals.toCorrect > 0 ? links.list({ id, toCorrect: true }) : undefined,
    },
  ];
}

type Rated = {
  totals: ReportTotals;
  /** Where the leads are whose values are added up. */
  worthOf?: string;
};

/** What is computed from counts. A rate and a median count no list, so they lead nowhere. */
async function toRates(report: Report, { totals, worthOf }: Rated): Promise<FigureView[]> {
  const { currency, hidesValue, all } = report;
  const t = await getTranslations('Reports');
  const { percent, money, length } = await getFormats();
  const { now, before, answers } = totals;
  const rate = (value?: number) => (value === undefined ? t('none') : percent(value));
  const time = (count: number, ms: number | undefined, tooFew: 'answersSoFar' | 'answersOnly') => {
    if (ms !== undefined) return length(ms);
    return count > 0 ? t(tooFew, { count }) : t('none');
  };
  const hasMedian = all.answers.count + all.answers.countBefore > 0;
  const worth = (value: number) => money(value, currency);
  return [
    { key: 'winRate', label: t('winRate'), text: rate(now.winRate), before: rate(before.winRate) },
    ...(hidesValue
      ? []
      : [
          {
            key: 'value',
            label: t('value'),
            href: worthOf,
            text: worth(now.value),
            before: worth(before.value),
          },
        ]),
    ...(hasMedian
      ? [
          {
            key: 'median',
            label: t('median'),
            text: time(answers.count, answers.median, 'answersSoFar'),
            before: time(answers.countBefore, answers.medianBefore, 'answersOnly'),
          },
        ]
      : []),
  ];
}
