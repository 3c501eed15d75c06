import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { toStatusWord } from '@/lib/core/status-words';
import type { LeadsPage } from '@/lib/leads/list-view';

/** The filters of a list, each with its label, where no control says them. */
export async function filtersInWords({
  query,
  agents,
  statusOverrides,
}: Pick<LeadsPage, 'query' | 'agents' | 'statusOverrides'>): Promise<{ label: string; value: string }[]> {
  const t = await getTranslations('Leads');
  const { day } = await getFormats();
  const { q, show, status, agent, from, to } = query;
  const showing = { '': '', 'needs-correction': t('needsCorrection'), unread: t('unreadTile') };
  return [
    { label: t('searchedFor'), value: q },
    { label: t('status'), value: status && toStatusWord(status, statusOverrides).label },
    { label: t('status'), value: showing[show] },
    { label: t('agent'), value: agents.find(({ id }) => id === agent)?.name ?? agent },
    { label: t('from'), value: from && day(from) },
    { label: t('to'), value: to && day(to) },
  ].filter(({ value }) => value !== '');
}
