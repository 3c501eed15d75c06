import { NO_AGENT, outcomeOfFilter } from '@/lib/core/leads-query';
import { shortId } from '@/lib/core/short-id';
import type { Outcome, StatusOverrides } from '@/lib/core/status-labels';
import { toStatusWord } from '@/lib/core/status-labels';

type Texts = (key: 'noAgent' | `allOf.${Outcome}`) => string;

/** A filter by status in words: of one, or of all that mean the same. */
export function statusFilterLabel(t: Texts, status: string, overrides: StatusOverrides): string {
  const outcome = outcomeOfFilter(status);
  return outcome ? t(`allOf.${outcome}`) : toStatusWord(status, overrides).label;
}

/** A filter by agent in words; the end of the ID of one without a name. */
export function agentFilterLabel(
  t: Texts,
  agent: string,
  agents: readonly { id: string; name: string }[],
): string {
  return agent === NO_AGENT ? t('noAgent') : (agents.find(({ id }) => id === agent)?.name ?? shortId(agent));
}
