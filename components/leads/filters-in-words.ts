import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { LeadsPage } from '@/lib/leads/list-view';
import { agentFilterWord, statusFilterWord } from './filter-words';

/** The filters of a list, each with its label, where no control says them. */
export async function filtersInWords({
  query,
  agents,
  statusOverrides,
}: Pick<LeadsPage, 'query' | 'agents' | 'statusOverrides'>): Promise<{ label: string; value: string }[]> {
  const t = await getTranslations('Leads');
  const { day } = await getFormats();
  const { q, show, status, agent, waiting, from, to, days } = query;
  const showing = { '': '', 'needs-correction': t('needsCorrection'), unread: t('unreadTile') };
  return [
    { label: t('searchedFor'), value: q },
    { label: t('status'), value: status && statusFilterWord(t, status, statusOverrides) },
    { label: t('status'), value: showing[show] },
    { label: t('agent'), value: agent && agentFilterWord(t, agent, agents) },
    { label: t('waitingLabel'), value: waiting && t('waitingFor', { days: Number(waiting) }) },
    { label: t('from', { days }), value: from && day(from) },
    { label: t('to', { days }), value: to && day(to) },
  ].filter(({ value }) => value !== '');
}
