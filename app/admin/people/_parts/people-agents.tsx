import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { toElementId } from '@/components/admin/element-id';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { buttonClass } from '@/components/ui/button';
import { EmailText } from '@/components/ui/email-text';
import { Labelled } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import { agentAddress } from '@/lib/core/address';
import { isolate } from '@/lib/core/isolate';
import type { AgentView } from './people-view';

/** Agents by organization; each is edited on its own page. */
export function PeopleAgents({ organizations }: { organizations: AgentView[][] }) {
  return (
    <div className="space-y-8">
      {organizations.map((agents) => (
        <Organization key={agents[0]?.organizationId} agents={agents} />
      ))}
    </div>
  );
}

async function Organization({ agents }: { agents: AgentView[] }) {
  const t = await getTranslations('People.agents');
  const common = await getTranslations('Common');
  const people = await getTranslations('People');
  const [first] = agents;
  if (!first) return null;
  const { organization, organizationId, organizationName } = first;
  const heading = `organization-${toElementId(organizationId)}`;
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center gap-x-1">
        <h2 id={heading} dir="auto" className="min-w-0 text-lg font-semibold wrap-anywhere">
          {organization}
        </h2>
        <details className="min-w-0 grow basis-0 open:basis-full open:pb-2">
          <summary
            aria-label={t('changeName', { organization: isolate(organization) })}
            className={buttonClass({ variant: 'ghost', size: 'small', className: 'list-none' })}
          >
            <Icon name="pencil" className="size-3.5" />
          </summary>
          <ActionForm
            command="name-organization"
            subject={organizationId}
            about={{ organizationId, seenName: organizationName }}
          >
            <div className="flex flex-wrap items-end gap-2">
              <Labelled
                id={`name-${toElementId(organizationId)}`}
                label={t('organizationLabel')}
                className="min-w-0 sm:w-72"
              >
                <ActionInput
                  id={`name-${toElementId(organizationId)}`}
                  name="name"
                  shown={organizationName}
                  maxLength={200}
                  autoComplete="off"
                  aria-label={t('organizationName', { organization: isolate(organizationId) })}
                />
              </Labelled>
              <SubmitButton
                aria-label={common('named', { action: people('saveName'), name: isolate(organization) })}
              >
                {people('saveName')}
              </SubmitButton>
            </div>
          </ActionForm>
        </details>
      </div>
      <code className="block pb-2 font-mono text-xs wrap-anywhere text-muted">{organizationId}</code>
      <CardTable
        caption={t('caption', { organization: isolate(organization) })}
        columns={[common('agent'), common('leads'), people('mappedPeople'), common('emailAddress')]}
        numbers={[common('leads')]}
        hasEqualColumns
        rows={agents.map((agent) => ({
          key: agent.owner,
          cells: [
            <Name key="name" agent={agent} />,
            agent.leads,
            <MappedPeople key="people" agent={agent} />,
            agent.email === '' ? { onlyWide: '–' } : <EmailText key="email" email={agent.email} />,
          ],
        }))}
      />
    </section>
  );
}

async function Name({ agent }: { agent: AgentView }) {
  const t = await getTranslations('People');
  return (
    <span className="wrap-anywhere">
      <a
        href={agentAddress({ organizationId: agent.organizationId, agentId: agent.id })}
        dir="auto"
        className="py-0.5 text-accent hover:underline"
      >
        {agent.agent}
      </a>
      <code className="block font-mono text-xs font-normal text-muted">{agent.id}</code>
      {!agent.isVerified && (
        <span className="block pt-1 font-normal">
          <Badge tone="warn" label={t('unverified')} />
        </span>
      )}
    </span>
  );
}

/** The people mapped to this agent, each linked to their page. */
export async function MappedPeople({ agent: { people } }: { agent: AgentView }) {
  const t = await getTranslations('People.list');
  if (people.length === 0) return t('nobody');
  return (
    <ul>
      {people.map(({ id, name }) => (
        <li key={id}>
          <a
            href={`/admin/people/${id}`}
            dir="auto"
            className="py-0.5 wrap-anywhere text-accent hover:underline"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** An agent's name and address, editable in place. */
export async function AgentFacts({ agent }: { agent: AgentView }) {
  const t = await getTranslations('People.agents');
  const common = await getTranslations('Common');
  const { owner, name, email } = agent;
  const field = toElementId(owner);
  return (
    <ActionForm
      command="describe-agent"
      subject={owner}
      about={{ agent: owner, seenName: name, seenEmail: email }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <Labelled id={`name-${field}`} label={common('name')}>
          <ActionInput
            id={`name-${field}`}
            name="name"
            shown={name}
            maxLength={200}
            autoComplete="off"
            aria-label={t('nameOf', { agent: isolate(agent.agent) })}
          />
        </Labelled>
        <Labelled id={`email-${field}`} label={common('emailAddress')}>
          <ActionInput
            id={`email-${field}`}
            name="email"
            type="email"
            shown={email}
            maxLength={254}
            autoComplete="off"
            aria-label={t('emailOf', { agent: isolate(agent.agent) })}
          />
        </Labelled>
        <SubmitButton aria-label={common('named', { action: common('save'), name: isolate(agent.agent) })}>
          {common('save')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
