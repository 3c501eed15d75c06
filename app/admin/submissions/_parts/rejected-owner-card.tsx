import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { getAgentOf } from '@/components/admin/agent-of';
import { CardTable } from '@/components/admin/card-table';
import { toElementId } from '@/components/admin/element-id';
import { OwnerInputs } from '@/components/admin/owner-inputs';
import { ActionTextArea } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { LIST_CARD } from '@/components/ui/card';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { Labelled } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import { isolate } from '@/lib/core/isolate';
import type { RejectedOwnerView } from './submission-view';

type Props = { owner: RejectedOwnerView };

/** One owner that the portal refuses: its waiting submissions, and the possible corrections. */
export async function RejectedOwnerCard({ owner }: Props) {
  const t = await getTranslations('Submissions.rejectedOwner');
  const agentOf = await getAgentOf();
  const heading = `owner-${toElementId(owner.owner)}`;
  return (
    <li>
      <article aria-labelledby={heading} className={LIST_CARD}>
        <h3 id={heading} className="pb-2 text-lg font-semibold wrap-anywhere">
          <a href={owner.href} className="text-accent hover:underline">
            {agentOf(owner)}
          </a>
        </h3>
        <Banner tone="bad" title={t('waiting', { count: owner.waiting })} />
        <Facts owner={owner} />
        <Waiting owner={owner} />
        <div className="grid gap-x-8 gap-y-6 pt-4 lg:grid-cols-2">
          {owner.isCorrectable && (
            <div className="lg:col-span-2">
              <Correct owner={owner} />
            </div>
          )}
          <Retry owner={owner} />
          <Return owner={owner} />
        </div>
      </article>
    </li>
  );
}

async function Facts({ owner: { organizationId, agentId, message } }: Props) {
  const common = await getTranslations('Common');
  const submission = await getTranslations('Submission');
  return (
    <div className="py-2">
      <DescriptionList>
        <Description term={common('organizationId')}>
          <code className="font-mono text-sm wrap-anywhere">{organizationId}</code>
        </Description>
        <Description term={common('agentId')}>
          <code className="font-mono text-sm wrap-anywhere">{agentId}</code>
        </Description>
        {message && (
          <Description term={submission('refusedReason')}>
            <bdi className="wrap-anywhere">{message}</bdi>
          </Description>
        )}
      </DescriptionList>
    </div>
  );
}

async function Waiting({ owner: { agent, rows } }: Props) {
  const t = await getTranslations('Submissions.rejectedOwner');
  const common = await getTranslations('Common');
  return (
    <CardTable
      caption={t('caption', { agent: isolate(agent) })}
      columns={[common('lead'), common('submittedBy'), common('submitted'), t('sentAs')]}
      rows={rows.map(({ id, name, person, submitted, sentAs }) => ({
        key: id,
        cells: [
          <bdi key="name">{name}</bdi>,
          <bdi key="person">{person}</bdi>,
          <RelativeTime key="submitted" moment={submitted} />,
          sentAs ? <bdi key="as">{sentAs}</bdi> : t('sentAsNobody'),
        ],
      }))}
    />
  );
}

async function Correct({ owner }: Props) {
  const t = await getTranslations('Submissions.rejectedOwner');
  return (
    <Command owner={owner} command="correct-owner" title={t('correctTitle')}>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('correctIntro')}</p>
      <OwnerInputs form={toElementId(owner.owner)} {...owner} />
      <SubmitButton variant="primary">{t('correct')}</SubmitButton>
    </Command>
  );
}

async function Retry({ owner }: Props) {
  const t = await getTranslations('Submissions.rejectedOwner');
  const common = await getTranslations('Common');
  return (
    <Command owner={owner} command="retry-owner" title={t('retryTitle')}>
      <p className="max-w-prose pb-3 text-sm text-muted">
        {owner.isCorrectable ? t('retryIntro') : t('retryIntroVerified')}
      </p>
      <SubmitButton>{common('resend')}</SubmitButton>
    </Command>
  );
}

async function Return({ owner }: Props) {
  const t = await getTranslations('Submissions.rejectedOwner');
  const id = `reason-${toElementId(owner.owner)}`;
  return (
    <Command owner={owner} command="return-owner" title={t('returnTitle')}>
      <p className="max-w-prose pb-2 text-sm text-muted">{t('returnIntro')}</p>
      <Labelled id={id} label={t('returnReason')} className="pb-3">
        <ActionTextArea id={id} name="reason" required maxLength={500} rows={2} />
      </Labelled>
      <SubmitButton>{t('return')}</SubmitButton>
    </Command>
  );
}

function Command({
  owner: { owner },
  command,
  title,
  children,
}: Props & {
  command: 'correct-owner' | 'retry-owner' | 'return-owner';
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="border-t border-line pt-3">
      <h4 className="pb-1 font-semibold">{title}</h4>
      <ActionForm command={command} subject={owner} about={{ owner }}>
        {children}
      </ActionForm>
    </div>
  );
}
