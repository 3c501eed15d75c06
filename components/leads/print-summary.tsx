import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { toStatusWord } from '@/lib/core/status-words';
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

async function filtersInWords({ query, agents, statusOverrides }: LeadsPage) {
  const t = await getTranslations('Leads');
  const { day } = await getFormats();
  const { q, show, status, agent, from, to } = query;
  return [
    { label: t('searchedFor'), value: q },
    { label: t('status'), value: status && toStatusWord(status, statusOverrides).label },
    { label: t('status'), value: show && t('needsCorrection') },
    { label: t('agent'), value: agents.find(({ id }) => id === agent)?.name ?? agent },
    { label: t('from'), value: from && day(from) },
    { label: t('to'), value: to && day(to) },
  ].filter(({ value }) => value !== '');
}
