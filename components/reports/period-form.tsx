import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { Labelled, Select } from '@/components/ui/field';
import { getFormats } from '@/components/ui/formats';
import type { Period } from '@/lib/reports/period';

/** Chooses the period in the address: a plain GET form. */
export async function PeriodForm({
  path,
  period,
  choices,
  organization = '',
}: {
  path: string;
  period: Period;
  /** The lengths to choose from, in weeks. */
  choices: readonly number[];
  organization?: string;
}) {
  const t = await getTranslations('Reports');
  const { day } = await getFormats();
  const { now, before } = period;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-4">
      <form action={path} method="get" className="flex items-end gap-2 print:hidden">
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
        <Button type="submit" className="sm:min-h-9">
          {t('show')}
        </Button>
      </form>
      <p className="text-sm text-muted">
        {t('compared', {
          from: day(now.from),
          to: day(now.to),
          fromBefore: day(before.from),
          toBefore: day(before.to),
        })}
      </p>
    </div>
  );
}
