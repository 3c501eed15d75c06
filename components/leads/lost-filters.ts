import { getTranslations } from 'next-intl/server';
import { isolate } from '@/lib/core/isolate';
import { NO_AGENT, outcomeOfFilter } from '@/lib/core/leads-query';
import { toStatusWord } from '@/lib/core/status-labels';
import type { LeadsPage } from '@/lib/leads/list-view';

export type Known = Pick<LeadsPage, 'statuses' | 'agents' | 'statusOverrides'>;

/** What a view filters by and no lead has any more, in words. The view still opens. */
export async function lostFilters(
  { status, agent }: LeadsPage['query'],
  { statuses, agents, statusOverrides }: Known,
): Promise<string[]> {
  const t = await getTranslations('Views');
  const isNamed = status !== '' && !outcomeOfFilter(status);
  const isStatusLost = isNamed && !statuses.some((one) => one.status === status);
  const isAgentLost = agent !== '' && agent !== NO_AGENT && !agents.some(({ id }) => id === agent);
  return [
    ...(isStatusLost
      ? [t('noStatus', { status: isolate(toStatusWord(status, statusOverrides).label) })]
      : []),
    ...(isAgentLost ? [t('noAgent', { agent: isolate(agent) })] : []),
  ];
}
