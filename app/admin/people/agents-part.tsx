import { getTranslations } from 'next-intl/server';
import { PeopleAgents } from '@/components/admin/people/people-agents';
import { PeopleKeptForm } from '@/components/admin/people/people-kept-form';
import { PeoplePager } from '@/components/admin/people/people-pager';
import { PeoplePart } from '@/components/admin/people/people-part';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Labelled, TextInput } from '@/components/ui/field';
import { getDb } from '@/lib/db/handle';
import { listAgents } from '@/lib/people/list-agents';
import { listMapped } from '@/lib/people/list-people';
import { peopleAction } from './actions';
import { type PartProps, toPager } from './part';
import { peopleHref } from './query';
import { byOrganization, toAgentViews } from './views';

/** Organizations and agents as leads showed them, or as somebody typed them in. */
export async function AgentsPart({ query: { q, page } }: PartProps) {
  const t = await getTranslations('People.agents');
  const db = await getDb();
  const agents = await listAgents(db, { q, page });
  const agentIds = agents.rows.map(({ agentId }) => agentId);
  const views = await toAgentViews(agents.rows, await listMapped(db, agentIds));
  return (
    <>
      <p className="max-w-prose pb-4 text-sm text-muted">{t('intro')}</p>
      <Search q={q} />
      {views.length === 0 ? (
        <EmptyState title={t('none')}>{q === '' ? t('noneDetail') : t('noneFound')}</EmptyState>
      ) : (
        <>
          <p className="pb-3 text-sm text-muted">{t('total', { count: agents.total })}</p>
          <PeopleAgents organizations={byOrganization(views)} />
        </>
      )}
      <PeoplePager pager={toPager(agents, (other) => peopleHref({ view: 'agents', q, page: other }))} />
      <TypeIn />
    </>
  );
}

async function Search({ q }: { q: string }) {
  const t = await getTranslations('People');
  return (
    <search>
      <form method="get" className="flex flex-wrap items-end gap-2 pb-4">
        <input type="hidden" name="view" value="agents" />
        <Labelled id="q" label={t('agents.find')} className="min-w-0 basis-80">
          <TextInput id="q" name="q" type="search" defaultValue={q} maxLength={200} autoComplete="off" />
        </Labelled>
        <Button type="submit">{t('list.apply')}</Button>
      </form>
    </search>
  );
}

async function TypeIn() {
  const t = await getTranslations('People');
  return (
    <PeoplePart id="type-in" title={t('agents.typeIn')}>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('agents.typeInIntro')}</p>
      <PeopleKeptForm
        act="type-in"
        action={peopleAction}
        failed={t('failed')}
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
