import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { Labelled } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import { RecheckRow } from './webhook-deliveries';
import { Sure } from './webhook-topics';
import type { ConflictView, MissingView, QuarantinedLeadView } from './webhook-view';

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
export async function MissingLeads({ missing }: { missing: MissingView }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  const { fullSyncId, count, compared, examples } = missing;
  return (
    <>
      <Banner tone="bad" title={t('missingTitle', { count })}>
        <p>{t('missingIntro')}</p>
        <p>
          {t('comparedAt')} <RelativeTime moment={compared} />
        </p>
      </Banner>
      <div className="py-3">
        <CardTable
          caption={t('missingCaption')}
          columns={[t('column.name'), t('column.email'), common('lead'), common('submitted')]}
          rows={examples.map((lead) => ({
            key: lead.id,
            cells: [
              <bdi key="name">{lead.name}</bdi>,
              <bdi key="email" className="wrap-anywhere">
                {lead.email}
              </bdi>,
              <code key="lead" className="font-mono text-sm wrap-anywhere">
                {lead.id}
              </code>,
              <RelativeTime key="submitted" moment={lead.submitted} />,
            ],
          }))}
        />
        {count > examples.length && (
          <p className="pt-2 text-sm text-muted">{common('andMore', { count: count - examples.length })}</p>
        )}
      </div>
      <ActionForm command="gone" about={{ fullSync: fullSyncId }}>
        <Sure text={t('goneSure')} />
        <SubmitButton variant="danger">{t('gone')}</SubmitButton>
      </ActionForm>
    </>
  );
}

/** Leads about which the portal contradicts itself: an admin checks and resolves them. */
export async function ConflictTable({ rows }: { rows: ConflictView[] }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  return (
    <CardTable
      caption={t('conflicts')}
      columns={[t('column.name'), common('lead'), common('reason'), t('column.first'), t('column.done')]}
      rows={rows.map((row) => ({
        key: `${row.kind} ${row.leadId}`,
        cells: [
          <bdi key="name">{row.name}</bdi>,
          <code key="lead" className="font-mono text-sm wrap-anywhere">
            {row.leadId}
          </code>,
          <span key="what">
            {row.what} <span className="block text-muted">{row.advice}</span>
          </span>,
          <RelativeTime key="found" moment={row.found} />,
          <ActionForm
            key="done"
            command="dismiss"
            subject={row.id}
            about={{ kind: row.kind, lead: row.posted }}
          >
            <SubmitButton>{t('dismiss')}</SubmitButton>
          </ActionForm>,
        ],
      }))}
    />
  );
}

/** Leads that do not fit into the mirror, each with the reason and a retry button. */
export async function QuarantinedLeadTable({ rows }: { rows: QuarantinedLeadView[] }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  return (
    <CardTable
      caption={t('quarantinedLeads')}
      columns={[common('lead'), common('reason'), t('column.first'), t('column.last'), t('column.recheck')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <code key="lead" className="font-mono text-sm wrap-anywhere">
            {row.leadId}
          </code>,
          row.reason,
          <RelativeTime key="first" moment={row.first} />,
          <span key="last">
            <RelativeTime moment={row.last} />
            <span className="block text-muted">{row.times}</span>
          </span>,
          row.canRecheck ? <RecheckRow key="recheck" row={row} /> : '',
        ],
      }))}
    />
  );
}
