import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { Labelled } from '@/components/ui/field';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { stripControlCharacters } from '@/lib/core/text';
import type { LeadConflict } from '@/lib/leads/conflicts';
import type { QuarantinedLead } from '@/lib/leads/quarantined-leads';
import type { StoppedFullSync } from '@/lib/sync/stopped';
import { RecheckRow } from './webhook-deliveries';
import { Sure } from './webhook-topics';

/** "Start a full sync now", and a recheck of one lead by its number. */
export async function LeadChecks() {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
      <ActionForm command="recheck">
        <div className="flex flex-wrap items-end gap-3">
          <Labelled id="recheck-lead" label={common('leadId')} className="min-w-48 flex-1">
            <ActionInput id="recheck-lead" name="lead" required maxLength={200} autoComplete="off" />
          </Labelled>
          <SubmitButton className="max-w-full whitespace-normal!">{t('recheckTyped')}</SubmitButton>
        </div>
      </ActionForm>
      <ActionForm command="compare">
        <p className="pb-1.5 text-sm text-muted">{t('compareIntro')}</p>
        <SubmitButton className="max-w-full whitespace-normal!">{t('compare')}</SubmitButton>
      </ActionForm>
    </div>
  );
}

/** Implausibly many leads are missing from the portal's list: an admin decides. */
export async function MissingLeads({ stopped, now }: { stopped: StoppedFullSync; now: Date }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
  const { fullSyncId, missing, startedAt, examples } = stopped;
  return (
    <>
      <Banner tone="bad" title={t('missingTitle', { count: missing })}>
        <p>{t('missingIntro')}</p>
        <p>
          {t('comparedAt')} <RelativeTime moment={moment(startedAt.toISOString(), now)} />
        </p>
      </Banner>
      <div className="py-3">
        <CardTable
          caption={t('missingCaption')}
          columns={[common('fullName'), common('email'), common('lead'), common('submitted')]}
          rows={examples.map(({ id, name, email, submittedAt }) => ({
            key: id,
            cells: [
              <bdi key="name">{stripControlCharacters(name)}</bdi>,
              <bdi key="email" className="wrap-anywhere">
                {stripControlCharacters(email)}
              </bdi>,
              <LeadNumber key="lead" id={id} />,
              <RelativeTime key="submitted" moment={moment(submittedAt.toISOString(), now)} />,
            ],
          }))}
        />
        {missing > examples.length && (
          <p className="pt-2 text-sm text-muted">{common('andMore', { count: missing - examples.length })}</p>
        )}
      </div>
      <ActionForm command="gone" about={{ fullSync: fullSyncId }}>
        <Sure text={t('goneSure')} />
        <SubmitButton variant="danger">{t('gone')}</SubmitButton>
      </ActionForm>
    </>
  );
}

function LeadNumber({ id }: { id: string }) {
  return <code className="font-mono text-sm wrap-anywhere">{stripControlCharacters(id)}</code>;
}

/** Leads about which the portal contradicts itself: an admin checks and resolves them. */
export async function ConflictTable({ rows, now }: { rows: LeadConflict[]; now: Date }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
  return (
    <CardTable
      caption={t('conflicts')}
      columns={[common('fullName'), common('lead'), common('reason'), t('column.first'), t('column.done')]}
      rows={rows.map(({ leadId, kind, name, foundAt }, index) => ({
        key: `${kind} ${leadId}`,
        cells: [
          <bdi key="name">{stripControlCharacters(name) || t('conflictNameless')}</bdi>,
          <LeadNumber key="lead" id={leadId} />,
          <span key="what">
            {t('conflictWhat', { kind })}{' '}
            <span className="block text-muted">{t('conflictAdvice', { kind })}</span>
          </span>,
          <RelativeTime key="found" moment={moment(foundAt.toISOString(), now)} />,
          <ActionForm key="done" command="dismiss" subject={String(index)} about={{ kind, lead: leadId }}>
            <SubmitButton>{t('dismiss')}</SubmitButton>
          </ActionForm>,
        ],
      }))}
    />
  );
}

/** Enough to distinguish rows. */
const ROW_ID_CHARACTERS = 16;
/** The form cannot post a longer number. */
const MAX_RECHECKED_LENGTH = 200;

/** Leads that do not fit into the mirror, each with the reason and a retry button. */
export async function QuarantinedLeadTable({ rows, now }: { rows: QuarantinedLead[]; now: Date }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
  return (
    <CardTable
      caption={t('quarantinedLeads')}
      columns={[common('lead'), common('reason'), t('column.first'), t('column.last'), t('column.recheck')]}
      rows={rows.map(({ digest, leadId, reason, count, firstAt, lastAt }) => {
        const id = digest.slice(0, ROW_ID_CHARACTERS);
        const canRecheck = leadId.length <= MAX_RECHECKED_LENGTH && stripControlCharacters(leadId) === leadId;
        return {
          key: id,
          cells: [
            <LeadNumber key="lead" id={leadId} />,
            t('quarantinedLeadsReason', { kind: kindOf(reason), code: stripControlCharacters(reason) }),
            <RelativeTime key="first" moment={moment(firstAt.toISOString(), now)} />,
            <span key="last">
              <RelativeTime moment={moment(lastAt.toISOString(), now)} />
              <span className="block text-muted">{t('times', { count })}</span>
            </span>,
            canRecheck ? <RecheckRow key="recheck" id={id} leadId={leadId} /> : '',
          ],
        };
      })}
    />
  );
}

/** PostgreSQL's class of the error, if it has a text. */
function kindOf(reason: string): 'long' | 'value' | 'program' | 'other' {
  if (/^54...$/.test(reason)) return 'long';
  if (/^22...$/.test(reason)) return 'value';
  return /Error$/.test(reason) ? 'program' : 'other';
}
