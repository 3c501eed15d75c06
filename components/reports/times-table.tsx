import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { ENOUGH_FOR_MEDIAN, ENOUGH_FOR_P90 } from '@/lib/core/enough-times';
import { toStatusWord } from '@/lib/core/status-words';
import type { Report, ReportTime } from '@/lib/reports/report-view';
import { FigureTable } from './figure-table';
import type { FigureView } from './figures';

/** How long leads took to their first answer and in each status; nothing where none was measured. */
export async function TimesTable({ report: { times, period, statusOverrides } }: { report: Report }) {
  if (times.length === 0) return null;
  const t = await getTranslations('Reports');
  const { day } = await getFormats();
  const before = { from: day(period.beforeInFull.from), to: day(period.beforeInFull.to) };
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
      <p className="max-w-prose pt-2 text-sm text-muted">
        {t('timesHow', { median: ENOUGH_FOR_MEDIAN, p90: ENOUGH_FOR_P90, ...before })}
      </p>
    </section>
  );
}

async function toTimeViews(time: ReportTime): Promise<FigureView[]> {
  const t = await getTranslations('Reports');
  const { length, number } = await getFormats();
  const { count, countBefore } = time;
  const text = (of: number, ms: number | undefined, tooFew: 'leadsSoFar' | 'leadsOnly' = 'leadsSoFar') => {
    if (ms !== undefined) return length(ms);
    return of > 0 ? t(tooFew, { count: of }) : t('none');
  };
  return [
    { key: 'count', label: t('leads'), text: number(count), before: number(countBefore) },
    {
      key: 'median',
      label: t('timeMedian'),
      text: text(count, time.median),
      before: text(countBefore, time.medianBefore, 'leadsOnly'),
    },
    {
      key: 'p90',
      label: t('timeP90'),
      text: text(count, time.p90),
      before: text(countBefore, time.p90Before, 'leadsOnly'),
    },
  ];
}
