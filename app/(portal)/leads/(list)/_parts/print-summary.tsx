import { getTranslations } from 'next-intl/server';
import { filtersInWords } from '@/components/leads/filters-in-words';
import { getFormats } from '@/components/ui/formats';
import type { LeadsPage } from '@/lib/leads/list-view';

/** On paper, where no control says it: which leads these are, and as of when. */
export async function PrintSummary({ page, summary }: { page: LeadsPage; summary: string }) {
  const t = await getTranslations('Leads');
  const { moment } = await getFormats();
  const filters = await filtersInWords(page);
  return (
    <div className="hidden pb-3 text-sm print:block">
      <p>{summary}</p>
      {filters.map(({ label, value }) => (
        <p key={label}>{t.rich('filteredBy', { label, value: () => <bdi>{value}</bdi> })}</p>
      ))}
      <p>{t('asOf', { time: moment(page.readAt).text })}</p>
    </div>
  );
}
