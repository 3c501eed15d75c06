import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { toStatusWord } from '@/lib/core/status-labels';
import type { Report, ReportTime } from '@/lib/reports/report-view';
import { FigureTable } from './figure-table';
import type { FigureView } from './figures';

/** How long leads took to their first answer and in each status; nothing while too few were measured for any time. */
export async function TimesTable({ report: { times, statusOverrides } }: { report: Report }) {
  if (times.every(({ median, medianBefore }) => median === undefined && medianBefore === undefined))
    return null;
  const t = await getTranslations('Reports');
  const rows = await Promise.all(
    times.map(async (time) => ({
      id: time.status,
      name: time.status
        ? t('inStatus', { status: toStatusWord(time.status, statusOverrides).label })
        : t('firstAnswer'),
      figures: await toTimeViews(time),
    })),
  );
  return (
    <section aria-labelledby="times" className="pb-5">
      <FigureTable id="times" title={t('times')} name={t('step')} rows={rows} />
    </section>
  );
}

/** Too few times are no fact: then only their number is shown. */
async function toTimeViews({
  count,
  countBefore,
  median,
  medianBefore,
  p90,
  p90Before,
}: ReportTime): Promise<FigureView[]> {
  const t = await getTranslations('Reports');
  const common = await getTranslations('Common');
  const { length, number } = await getFormats();
  const optional = (ms: number | undefined) => (ms === undefined ? undefined : length(ms));
  const time = (ms: number | undefined) => optional(ms) ?? t('none');
  return [
    {
      key: 'count',
      label: common('leads'),
      text: number(count),
      before: countBefore > 0 ? number(countBefore) : undefined,
    },
    {
      key: 'median',
      label: t('timeMedian'),
      hint: t('medianHint'),
      text: time(median),
      before: optional(medianBefore),
    },
    {
      key: 'p90',
      label: t('timeP90'),
      hint: t('p90Hint'),
      text: time(p90),
      before: optional(p90Before),
    },
  ];
}
