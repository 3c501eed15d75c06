import { getTranslations } from 'next-intl/server';
import { AgentInput } from '@/components/admin/agent-input';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { Labelled, TextInput } from '@/components/ui/field';
import { isolate } from '@/lib/core/isolate';
import { Choices } from './people-form';
import type { ChoiceGroup, PersonView } from './people-view';

/** Agents to choose from; `isCut` if there are too many for a list, `find` what they were searched for. */
export type AgentChoices = { groups: ChoiceGroup[]; find: string; isCut: boolean };

/** Sets, changes or removes a person's mapping. */
export async function PeopleMapping({ person, choices }: { person: PersonView; choices: AgentChoices }) {
  const t = await getTranslations('People');
  const common = await getTranslations('Common');
  const action = await getTranslations('Action');
  const { id, name, actsFor } = person;
  const about = { personId: id, seenAgent: actsFor?.owner ?? '', seenRole: actsFor?.role ?? '' };
  return (
    <div className="max-w-xl space-y-4">
      <FindAgents choices={choices} />
      <ActionForm command="map" subject={id} about={about}>
        <div className="space-y-3">
          <Labelled id="agent" label={common('agent')}>
            <AgentChoice id="agent" choices={choices} shown={actsFor?.owner} />
          </Labelled>
          <Labelled id="role" label={t('roleLabel')}>
            <ActionSelect id="role" name="role" shown={actsFor?.role ?? 'agent'} aria-describedby="role-help">
              <option value="agent">{t('role.agent')}</option>
              <option value="manager">{t('role.manager')}</option>
            </ActionSelect>
            <p id="role-help" className="pt-1 text-sm text-muted">
              {t('roleHelp')}
            </p>
          </Labelled>
          <SubmitButton variant="primary">{t('person.map')}</SubmitButton>
        </div>
      </ActionForm>
      {actsFor && (
        <div>
          <p id="unmap-help" className="pb-2 text-sm text-muted">
            {t('person.unmapHelp')}
          </p>
          <ConfirmDialog
            command="unmap"
            subject={id}
            about={about}
            text={t('person.unmap')}
            describedBy="unmap-help"
            title={t('person.unmapTitle', { name: isolate(name) })}
            cancel={action('cancel')}
          >
            {t('person.unmapHelp')}
          </ConfirmDialog>
        </div>
      )}
    </div>
  );
}

/** An agent to choose, by name, organization, email address or ID. */
export async function AgentChoice({
  id,
  choices: { groups, find, isCut },
  shown = '',
}: {
  id: string;
  choices: AgentChoices;
  shown?: string;
}) {
  const t = await getTranslations('People.person');
  const common = await getTranslations('Common');
  const people = await getTranslations('People');
  const form = await getTranslations('Form');
  const label = common('agent');
  return (
    <AgentInput
      id={id}
      name="agent"
      shown={shown}
      isCut={isCut || find !== ''}
      items={groups.flatMap((group) =>
        group.choices.map(({ detail, ...choice }) => ({
          ...choice,
          detail: [isolate(group.label), detail].join(' · '),
        })),
      )}
      texts={{
        label,
        choose: people('chooseAgent'),
        clear: form('clear', { label }),
        openList: form('openList', { label }),
        noMatch: form('noMatch'),
        searching: t('searching'),
        someShown: form('someShown', { shown: '{shown}' }),
      }}
    >
      <ActionSelect id={id} name="agent" required shown={shown}>
        <option value="">{people('chooseAgent')}</option>
        <Choices groups={groups} />
      </ActionSelect>
    </AgentInput>
  );
}

/** Searches a list of agents that is too long, where there is no script for the combobox. */
export async function FindAgents({ choices: { find, isCut } }: { choices: AgentChoices }) {
  const t = await getTranslations('People.person');
  const common = await getTranslations('Common');
  if (!isCut && find === '') return null;
  return (
    <form method="get" className="hidden flex-wrap items-end gap-2 [@media(scripting:none)]:flex">
      {isCut && <p className="w-full text-sm text-muted">{t('cut')}</p>}
      <Labelled id="find" label={t('find')}>
        <TextInput id="find" name="find" type="search" defaultValue={find} maxLength={200} />
      </Labelled>
      <SubmitButton>{common('search')}</SubmitButton>
    </form>
  );
}
