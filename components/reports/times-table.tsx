import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { toStatusWord } from '@/lib/core/status-words';
import type { Report, ReportTime } from '@/lib/reports/report-view';
import { FigureTable } from './figure-table';
import type { FigureView } from './figures';

/** How long leads took to their first answer and in each status; nothing where none was measured. */
export async function TimesTable({ report: { times, statusOverrides } }: { report: Report }) {
  if (times.length === 0) return null;
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
      <p className="max-w-prose pt-2 text-sm text-muted">{t('timesHow')}</p>
    </section>
  );
}

async function toTimeViews(time: ReportTime): Promise<FigureView[]> {
  const t = await getTranslations('Reports');
  const { length, number } = await getFormats();
  const text = (ms?: number) => (ms === undefined ? t('none') : length(ms));
  return [
    { key: 'count', label: t('leads'), text: number(time.count), before: number(time.countBefore) },
    { key: 'median', label: t('timeMedian'), text: text(time.median), before: text(time.medianBefore) },
    { key: 'p90', label: t('timeP90'), text: text(time.p90), before: text(time.p90Before) },
  ];
}
