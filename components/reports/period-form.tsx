import { getLocale, getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { Labelled, Select } from '@/components/ui/field';
import { orderText } from '@/lib/core/row-order';
import type { Days, Period } from '@/lib/reports/period';
import type { Report } from '@/lib/reports/report-view';

/** Chooses the period in the address: a plain GET form. */
export async function PeriodForm({
  path,
  period,
  choices,
  organization = '',
  report: { order, hidesValue, all },
}: {
  path: string;
  period: Period;
  /** The lengths to choose from, in weeks. */
  choices: readonly number[];
  organization?: string;
  report: Pick<Report, 'order' | 'hidesValue' | 'all'>;
}) {
  const t = await getTranslations('Reports');
  const days = daysLabel(period.now, await getLocale());
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-4">
      <form action={path} method="get" className="flex flex-wrap items-end gap-2 print:hidden">
        {organization && <input type="hidden" name="organization" value={organization} />}
        <Labelled id="report-weeks" label={t('period')}>
          <Select id="report-weeks" name="weeks" defaultValue={period.weeks}>
            {choices.map((weeks) => (
              <option key={weeks} value={weeks}>
                {t('weeks', { count: weeks })}
              </option>
            ))}
          </Select>
        </Labelled>
        <OrderSelect order={order} hidesValue={hidesValue} />
        <Button type="submit" className="sm:min-h-9">
          {t('show')}
        </Button>
      </form>
      <p className="text-sm text-muted">
        {all.before.submitted > 0 ? t('compared', { days, weeks: period.weeks }) : days}
      </p>
    </div>
  );
}

/** Chooses the order where the header of the table is not shown; elsewhere it only keeps the order. */
async function OrderSelect({ order, hidesValue }: Pick<Report, 'order' | 'hidesValue'>) {
  const t = await getTranslations('Reports');
  const common = await getTranslations('Common');
  return (
    <Labelled id="report-sort" label={common('sortBy')} className="wide:hidden">
      <Select id="report-sort" name="sort" defaultValue={order.by === 'help' ? '' : orderText(order)}>
        <option value="">{t('help')}</option>
        {OFFERED.filter((by) => by !== 'value' || !hidesValue).map((by) => (
          <option key={by} value={order.by === by ? orderText(order) : by}>
            {t(by)}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

const OFFERED = ['submitted', 'open', 'longestWait', 'won', 'lost', 'winRate', 'value', 'toCorrect'] as const;

/** Two days in UTC; with years only where these differ. */
function daysLabel({ from, to }: Days, locale: string): string {
  const year = from.slice(0, 4) === to.slice(0, 4) ? undefined : ('numeric' as const);
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year, timeZone: 'UTC' });
  return format.formatRange(new Date(from), new Date(to));
}
