import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { BackToList } from '@/components/admin/back-to-list';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { getLanguageChoices } from '@/lib/auth/language';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { listAgentChoices } from '@/lib/people/list-agents';
import { languageField, PeopleForm, roleField } from '../_parts/people-form';
import { AgentChoice, FindAgents } from '../_parts/people-mapping';
import { toAgentChoices } from '../_parts/views';
import { peopleAction } from '../actions';
import { parsePeopleQuery } from '../query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('People'))('invite.title') };
}

export default async function InvitePage({ searchParams }: Props) {
  await requireAdmin('/admin/people/invite');
  const t = await getTranslations('People');
  const common = await getTranslations('Common');
  const { find } = parsePeopleQuery(await searchParams);
  const { SMTP_URL, APP_URL } = env();
  const choices = await toAgentChoices(await listAgentChoices(await getDb(), find), { find });
  const canMail = SMTP_URL !== undefined;
  return (
    <>
      <BackToList href="/admin/people?view=people" text={t('person.back')} />
      <PageHeading title={t('invite.title')} />
      <p className="max-w-prose pb-4 text-sm text-muted">
        {canMail ? t('invite.intro') : t('invite.noMail', { address: `${APP_URL}/signin` })}
      </p>
      <FindAgents choices={choices} />
      {choices.groups.length === 0 && find === '' ? (
        <EmptyState
          title={t('invite.noAgents')}
          action={<LinkButton href="/admin/people?view=agents">{t('tab.agents')}</LinkButton>}
        >
          {t('invite.noAgentsDetail')}
        </EmptyState>
      ) : (
        <ActionArea action={peopleAction}>
          <PeopleForm
            command="invite"
            submit={canMail ? t('invite.submit') : t('invite.add')}
            fields={[
              { name: 'email', label: common('emailAddress'), type: 'email', required: true },
              { name: 'name', label: common('name'), required: true },
              {
                name: 'agent',
                label: common('agent'),
                control: (id) => <AgentChoice id={id} choices={choices} />,
              },
              await roleField(),
              ...(canMail ? [await languageField(await getLanguageChoices())] : []),
            ]}
          />
        </ActionArea>
      )}
    </>
  );
}
