import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotFoundPage } from '@/app/not-found-page';
import { BackToList } from '@/components/admin/back-to-list';
import { toElementId } from '@/components/admin/element-id';
import { OwnerInputs } from '@/components/admin/owner-inputs';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { PageHeading } from '@/components/shell/page-heading';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/banner';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { shortId } from '@/lib/core/short-id';
import { getDb } from '@/lib/db/handle';
import { AgentFacts, MappedPeople } from '../_parts/people-agents';
import { PeoplePart } from '../_parts/people-part';
import type { AgentView } from '../_parts/people-view';
import { toAgentViews } from '../_parts/views';
import { peopleAction } from '../actions';
import { getAgentPage } from '../parts';
import { parsePeopleQuery } from '../query';
import { PeopleTransfer } from './_parts/people-transfer';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('People'))('tab.agents') };
}

export default async function AgentPage({ searchParams }: Props) {
  await requireAdmin('/admin/people/agent');
  const query = parsePeopleQuery(await searchParams);
  const { organization: organizationId, agent: agentId } = query;
  const page = await getAgentPage(await getDb(), { organizationId, agentId });
  if (!page) return <NotFoundPage />;
  const [agent] = await toAgentViews([page.row], page.mapped);
  if (!agent) return <NotFoundPage />;
  const t = await getTranslations('People');
  return (
    <>
      <BackToList href="/admin/people?view=agents" text={t('agent.back')} />
      <PageHeading title={agent.agent} />
      <ActionArea action={peopleAction}>
        {query.corrected && <Banner tone="good" title={t('agent.corrected')} />}
        <Facts agent={agent} />
        {!agent.isVerified && <CorrectOwner agent={agent} />}
        <PeoplePart id="facts" title={t('agent.facts')}>
          <AgentFacts agent={agent} />
        </PeoplePart>
        <PeoplePart id="transfer" title={t('agent.transferOpen')}>
          <PeopleTransfer
            owner={agent.owner}
            {...page.open}
            colleagues={page.colleagues.map((one) => ({
              id: one.agentId,
              name: one.agentLabel ?? shortId(one.agentId),
            }))}
          />
        </PeoplePart>
      </ActionArea>
    </>
  );
}

async function Facts({ agent }: { agent: AgentView }) {
  const t = await getTranslations('People');
  const common = await getTranslations('Common');
  return (
    <DescriptionList>
      <Description term={common('organization')}>{agent.organization}</Description>
      <Description term={common('organizationId')}>
        <code className="font-mono text-sm wrap-anywhere">{agent.organizationId}</code>
      </Description>
      <Description term={common('agentId')}>
        <code className="font-mono text-sm wrap-anywhere">{agent.id}</code>
      </Description>
      <Description term={t('agent.owner')}>
        {agent.isVerified ? (
          <Badge tone="good" label={t('verified')} />
        ) : (
          <>
            <Badge tone="warn" label={t('unverified')} />{' '}
            <span className="text-sm text-muted">{t('unverifiedHelp')}</span>
          </>
        )}
      </Description>
      <Description term={common('leads')}>{agent.leads}</Description>
      <Description term={t('mappedPeople')}>
        <MappedPeople agent={agent} />
      </Description>
    </DescriptionList>
  );
}

/** For an owner that no lead has shown: it may be mistyped. */
async function CorrectOwner({ agent: { owner, organizationId, id } }: { agent: AgentView }) {
  const t = await getTranslations('Submissions.rejectedOwner');
  return (
    <PeoplePart id="correct-owner" title={t('correctTitle')}>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('correctIntro')}</p>
      <ActionForm command="correct-owner" subject={owner} about={{ owner }}>
        <OwnerInputs form={toElementId(owner)} organizationId={organizationId} agentId={id} />
        <SubmitButton>{t('correct')}</SubmitButton>
      </ActionForm>
    </PeoplePart>
  );
}
