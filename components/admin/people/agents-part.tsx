import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import type { PeoplePartData } from '@/lib/admin/people/parts';
import { PeopleAgents } from './people-agents';
import { PeopleForm } from './people-form';
import { PeoplePager, PeoplePart, PeopleSearch } from './people-part';
import { peopleAddress } from './people-view';
import { byOrganization, toAgentViews } from './views';

type Props = Extract<PeoplePartData, { view: 'agents' }>;

/** Organizations and agents, from leads or added by an admin. */
export async function AgentsPart({ agents, mapped, q }: Props) {
  const t = await getTranslations('People.agents');
  const views = await toAgentViews(agents.rows, mapped);
  return (
    <>
      <p className="max-w-prose pb-4 text-sm text-muted">{t('intro')}</p>
      <PeopleSearch view="agents" label={t('find')} q={q} />
      {views.length === 0 ? (
        <EmptyState title={t('none')}>{q === '' ? t('noneDetail') : t('noneFound')}</EmptyState>
      ) : (
        <>
          <p className="pb-3 text-sm text-muted">{t('total', { count: agents.total })}</p>
          <PeopleAgents organizations={byOrganization(views)} />
        </>
      )}
      <PeoplePager list={agents} hrefOf={(page) => peopleAddress('agents', { q, page })} />
      <TypeIn />
    </>
  );
}

async function TypeIn() {
  const t = await getTranslations('People');
  return (
    <PeoplePart id="type-in" title={t('agents.typeIn')}>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('agents.typeInIntro')}</p>
      <PeopleForm
        command="type-in"
        submit={t('agents.add')}
        fields={[
          { name: 'organizationId', label: t('agents.organizationId'), required: true },
          { name: 'organizationName', label: t('agents.organizationNew') },
          { name: 'agentId', label: t('agents.agentId'), required: true },
          { name: 'agentName', label: t('agents.agentNew') },
        ]}
      />
    </PeoplePart>
  );
}
