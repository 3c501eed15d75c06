import { getTranslations } from 'next-intl/server';
import { isolate } from '@/lib/core/isolate';

type Named = { agent: string; organization: string };

/** Names an agent with their organization in the reader's language: "Maya Lind, Harbour Partners". */
export async function getAgentOf(): Promise<(named: Named) => string> {
  const t = await getTranslations('People');
  return ({ agent, organization }) =>
    t('agentOf', { agent: isolate(agent), organization: isolate(organization) });
}
