import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { CardTable } from '@/components/admin/card-table';
import { toElementId } from '@/components/admin/element-id';
import { OwnerInputs, ownerValue } from '@/components/admin/owner-inputs';
import { ActionTextArea } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { LIST_CARD } from '@/components/ui/card';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { Labelled } from '@/components/ui/field';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { agentAddress } from '@/lib/core/address';
import { isolate } from '@/lib/core/isolate';
import { stripControlCharacters } from '@/lib/core/text';
import type { RejectedOwner } from '../rejected-owners';
import { OwnerName } from './submission-tables';

type Props = { owner: RejectedOwner };

/** One owner that the portal refuses: its waiting submissions, and the possible corrections. */
export async function RejectedOwnerCard({ owner, now }: Props & { now: Date }) {
  const t = await getTranslations('Submissions.rejectedOwner');
  const heading = `owner-${toElementId(ownerValue(owner))}`;
  return (
    <li>
      <article aria-labelledby={heading} className={LIST_CARD}>
        <h3 id={heading} className="pb-2 text-lg font-semibold wrap-anywhere">
          <a href={agentAddress(owner)} className="text-accent hover:underline">
            <OwnerName of={owner} />
          </a>
        </h3>
        <Banner tone="bad" title={t('waiting', { count: owner.waiting })} />
        <Facts owner={owner} />
        <Waiting owner={owner} now={now} />
        <div className="grid gap-x-8 gap-y-6 pt-4 lg:grid-cols-2">
          {!owner.isVerified && (
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
            <bdi className="wrap-anywhere">{stripControlCharacters(message)}</bdi>
          </Description>
        )}
      </DescriptionList>
    </div>
  );
}

async function Waiting({ owner: { agentName, rows }, now }: Props & { now: Date }) {
  const t = await getTranslations('Submissions.rejectedOwner');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
  return (
    <CardTable
      caption={t('caption', { agent: isolate(agentName) })}
      columns={[common('lead'), common('submittedBy'), common('submitted'), t('sentAs')]}
      rows={rows.map(({ id, name, personName, submittedAt, sentAs }) => ({
        key: id,
        cells: [
          <bdi key="name">{name}</bdi>,
          <bdi key="person">{personName}</bdi>,
          <RelativeTime key="submitted" moment={moment(submittedAt.toISOString(), now)} />,
          sentAs ? (
            <bdi key="as">
              <OwnerName of={sentAs} />
            </bdi>
          ) : (
            t('sentAsNobody')
          ),
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
      <OwnerInputs form={toElementId(ownerValue(owner))} {...owner} />
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
        {owner.isVerified ? t('retryIntroVerified') : t('retryIntro')}
      </p>
      <SubmitButton>{common('resend')}</SubmitButton>
    </Command>
  );
}

async function Return({ owner }: Props) {
  const t = await getTranslations('Submissions.rejectedOwner');
  const id = `reason-${toElementId(ownerValue(owner))}`;
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
  owner,
  command,
  title,
  children,
}: Props & {
  command: 'correct-owner' | 'retry-owner' | 'return-owner';
  title: string;
  children: ReactNode;
}) {
  const value = ownerValue(owner);
  return (
    <div className="border-t border-line pt-3">
      <h4 className="pb-1 font-semibold">{title}</h4>
      <ActionForm command={command} subject={value} about={{ owner: value }}>
        {children}
      </ActionForm>
    </div>
  );
}
